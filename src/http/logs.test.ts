import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { registerHealthRoutes } from './health.ts';
import { createServer, listen, logRequests } from './server.ts';

interface Line {
  level: number;
  msg: string;
  route?: string;
}

const INFO = 30;

function openServer(check: () => Promise<void>) {
  const lines: Line[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Line);
      done();
    },
  });
  const app = createServer({ logger: { level: 'info', stream }, clock: systemClock, random: systemRandom });
  logRequests(app);
  registerHealthRoutes(app, check, systemClock);
  app.get('/other', () => 'here');
  return { app, lines };
}

it('answers of health probes are not logged at the level `info`', async () => {
  const { app, lines } = openServer(async () => {});
  for (const path of ['/healthz', '/readyz', '/other', '/READYZ/']) await app.inject(path);
  expect(lines.map(({ level, route }) => [level, route])).toEqual([[INFO, '/other']]);
  await app.close();
});

it('the reason of an unready process is logged once, and its recovery too', async () => {
  let isAway = true;
  const { app, lines } = openServer(async () => {
    if (isAway) throw new Error('away');
  });
  for (let probe = 0; probe < 3; probe++) await app.inject('/readyz');
  isAway = false;
  for (let probe = 0; probe < 3; probe++) await app.inject('/readyz');
  expect(lines.map(({ msg }) => msg)).toEqual(['away', 'ready again']);
  await app.close();
});

it('the line of the start has the version', async () => {
  const { app, lines } = openServer(async () => {});
  await listen(app, { host: '127.0.0.1', port: 0 }, 'PORT');
  expect(lines[0]?.msg).toMatch(/^Vitrina \d+\.\d+\.\d+ is listening on http/);
  await app.close();
});
