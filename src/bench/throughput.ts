import autocannon from 'autocannon';
import { type ServiceSetup, signedHeaders } from './service-process.ts';

const CONNECTIONS = 32;
const WARM_UP_S = 2;

/** Signed reads over 32 connections, as fast as they are answered, after a warm-up. */
export async function measureThroughput(
  { origin, credentials }: ServiceSetup,
  seconds: number,
  nextPath: () => string,
) {
  const run = (duration: number) =>
    autocannon({
      url: origin,
      connections: CONNECTIONS,
      duration,
      requests: [
        {
          setupRequest: (request) => {
            const path = nextPath();
            return { ...request, path, headers: signedHeaders(credentials, { path }) };
          },
        },
      ],
    });
  await run(WARM_UP_S);
  const { '2xx': answered, duration, latency, non2xx, errors } = await run(seconds);
  if (non2xx + errors > 0) process.exitCode = 1;
  return {
    'a second': Math.round(answered / duration),
    'p50, ms': latency.p50,
    'p99, ms': latency.p99,
    failed: non2xx + errors,
  };
}
