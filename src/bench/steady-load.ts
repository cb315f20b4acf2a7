import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';

export interface Call {
  path: string;
  headers: Record<string, string>;
}

interface SteadyLoad {
  url: string;
  seconds: number;
  perSecond: number;
  connections: number;
  call: () => Call;
}

/** Sends evenly spaced calls (open model); autocannon would send the calls of a second at once. */
export async function sendSteadily({ url, seconds, perSecond, connections, call }: SteadyLoad) {
  const pool = new Pool(url, { connections });
  const times: number[] = [];
  const failures: unknown[] = [];
  const send = async ({ path, headers }: Call) => {
    const startedAt = performance.now();
    try {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.dump({ limit: 1e7 });
      if (statusCode !== 200) failures.push(statusCode);
    } catch (error) {
      failures.push(error);
    }
    times.push(performance.now() - startedAt);
  };
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < seconds * perSecond; count++) {
    await setTimeout(Math.max(0, startedAt + (count * 1000) / perSecond - performance.now()));
    calls.push(send(call()));
  }
  await Promise.all(calls);
  await pool.close();
  return { times, failures };
}
