import { randomUUID } from 'node:crypto';
import { readServiceConfiguration } from '#server/configuration.ts';
import type { ServiceConfig } from '#service/config.ts';
import { type Credentials, computeDigest, signRequest } from '#signing/request.ts';
import { type Postgres, createDatabase } from '#testing/postgres.ts';
import { type ServerProcess, freePort, runCommand, spawnServer } from '#testing/server-process.ts';

/** App of benches on PostgreSQL, where no process makes its own. */
export const BENCH_APP = { APP_KEY: 'bench'.repeat(4), APP_SECRET: 'secret'.repeat(4) };

/** Settings of both programs on a new database of a cluster. */
export const createPostgresEnvironment = async ({ url }: Postgres) => ({
  ...BENCH_APP,
  DATABASE_URL: await createDatabase(url, 'bench'),
  CONSOLE_KEY: Buffer.alloc(32, 7).toString('base64'),
  SERVICE_KEY: Buffer.alloc(32, 8).toString('base64'),
});

/** Start function and credentials of the service, without the gateway and without a rate limit. */
export interface ServiceSetup {
  origin: string;
  config: ServiceConfig;
  credentials: Credentials;
  start: () => Promise<ServerProcess>;
}

export async function setUpService(environment: Record<string, string>): Promise<ServiceSetup> {
  const port = String(await freePort());
  const env = { SERVICE_PORT: port, RATE_LIMIT: '1000000000', ...environment };
  const { service: config, credentials } = readServiceConfiguration(env);
  return {
    origin: `http://127.0.0.1:${port}`,
    config,
    credentials,
    start: () => spawnServer('service.ts', env),
  };
}

/** Fills the database of a service with the test data of `demo.ts`. @returns what the command says */
export const fillService = (
  environment: Record<string, string>,
  { inquiries, agencies }: { inquiries: number; agencies: number },
): Promise<string> =>
  runCommand('demo.ts', ['--inquiries', String(inquiries), '--agencies', String(agencies)], environment);

/** Signed headers of one request; signatures cannot be reused. */
export function signedHeaders(
  credentials: Credentials,
  { method = 'GET', path, body }: { method?: string; path: string; body?: string },
): Record<string, string> {
  return {
    ...signRequest({ method, path, body }, credentials, {
      prefix: 'SVC',
      now: Date.now(),
      nonce: randomUUID(),
    }),
    ...(body !== undefined && { 'content-type': 'application/json', digest: computeDigest(body) }),
  };
}
