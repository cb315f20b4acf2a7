import { randomUUID } from 'node:crypto';
import { readKeylessConfiguration } from '#server/configuration.ts';
import type { ServiceConfig } from '#service/config.ts';
import { type Credentials, digestOf, signRequest } from '#signing/request.ts';
import { type ServerProcess, freePort, spawnServer } from '#testing/server-process.ts';

/** How the service alone is started, without a rate limit, and how it is called. */
export interface ServiceSetup {
  origin: string;
  config: ServiceConfig;
  credentials: Credentials;
  start: () => Promise<ServerProcess>;
}

export async function setUpService(environment: Record<string, string>): Promise<ServiceSetup> {
  const port = String(await freePort());
  const env = { SERVICE_PORT: port, RATE_LIMIT: '1000000000', ...environment };
  const { service: config, credentials } = readKeylessConfiguration(env);
  if (!config) throw new Error('The embedded service is not configured');
  return {
    origin: `http://127.0.0.1:${port}`,
    config,
    credentials,
    start: () => spawnServer('service.ts', env),
  };
}

/** Headers of one request; a signature is good for one. */
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
    ...(body !== undefined && { 'content-type': 'application/json', digest: digestOf(body) }),
  };
}
