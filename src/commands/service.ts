import { runServer } from './run-server.ts';

// The service with its background work, also where UPSTREAM_URL is set for the gateway.
const { UPSTREAM_URL: _, ...environment } = process.env;
await runServer({ ...environment, ROLES: 'service,worker' });
