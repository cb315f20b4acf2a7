import { readConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { logger, runUntilStopped } from '#commands/running.ts';

// For checks: the gateway without the page, before a service that runs elsewhere (UPSTREAM_URL).
await runUntilStopped(() => startServer(readConfiguration(), { page: false, logger }));
