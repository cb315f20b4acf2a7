import { expect, it, vi } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { registerHealthRoutes } from './health.ts';
import { Metrics } from './metrics.ts';
import { createServer } from './server.ts';

/** Samples of a scrape, without comments. */
async function scrape(metrics: Metrics, prefix: string): Promise<string[]> {
  const text = await metrics.registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(prefix));
}

it('requests are counted by pattern, method and status, and those of no route together', async () => {
  const metrics = new Metrics(systemClock);
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  metrics.observeRequests(app, 'gateway');
  registerHealthRoutes(app, async () => {}, systemClock);
  app.get('/agencies/:mail', (_request, reply) => reply.code(201).send('made'));
  app.get('/events', (_request, reply) => {
    void reply.hijack();
    reply.raw.setHeader('x-request-id', '1');
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).end();
  });
  await app.inject('/agencies/ana@x.example');
  await app.inject('/agencies/bea@x.example?phone=3515551234');
  await app.inject('/ana@x.example');
  await app.inject('/bea@x.example');
  await app.inject('/healthz');
  await app.inject('/events');
  expect(await scrape(metrics, 'vitrina_http_request_duration_seconds_count')).toEqual([
    'vitrina_http_request_duration_seconds_count{program="gateway",method="GET",route="/agencies/:mail",status="201"} 2',
    'vitrina_http_request_duration_seconds_count{program="gateway",method="GET",route="none",status="404"} 2',
  ]);
  await app.close();
});

it('a gauge without samples says nothing, and one whose samples went forgets them', async () => {
  const metrics = new Metrics(systemClock);
  const samples: (readonly [{ kind: string }, number])[] = [[{ kind: 'a' }, 1]];
  let total: number | undefined;
  metrics.addGauge({ name: 'x_due', help: 'Due.', labelNames: ['kind'], read: async () => samples });
  metrics.addCounter({ name: 'x_total', help: 'Done.', labelNames: ['kind'], read: async () => samples });
  metrics.addGauge({
    name: 'x_age',
    help: 'Age.',
    labelNames: [],
    read: async () => (total === undefined ? [] : [[{}, total]]),
  });
  expect(await scrape(metrics, 'x_')).toEqual(['x_due{kind="a"} 1', 'x_total{kind="a"} 1']);
  samples[0] = [{ kind: 'b' }, 2];
  total = 0;
  expect(await scrape(metrics, 'x_')).toEqual(['x_due{kind="b"} 2', 'x_total{kind="b"} 2', 'x_age 0']);
});

it('a reading that hangs delays no scrape by more than 2 s, is missing, and is not begun again', async () => {
  const clock = createManualClock();
  const metrics = new Metrics(clock);
  let { promise, resolve } = Promise.withResolvers<number>();
  const query = vi.fn(() => promise);
  const read = metrics.addReading('database', query);
  for (const name of ['x_a', 'x_b'])
    metrics.addGauge({
      name,
      help: 'A figure.',
      labelNames: [],
      read: async () => {
        const value = await read();
        return value === undefined ? undefined : [[{}, value]];
      },
    });
  const isOver = vi.fn();
  const first = scrape(metrics, 'x_').finally(isOver);
  await clock.advance(1999);
  expect(isOver).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(await first).toEqual([]);
  const second = scrape(metrics, 'vitrina_reading_success');
  await clock.advance(2000);
  expect(await second).toEqual(['vitrina_reading_success{reading="database"} 0']);
  expect(query).toHaveBeenCalledTimes(1);

  resolve(7);
  await clock.advance(0);
  expect(await scrape(metrics, 'x_')).toEqual(['x_a 7', 'x_b 7']);
  expect(await scrape(metrics, 'vitrina_reading_success')).toEqual([
    'vitrina_reading_success{reading="database"} 1',
  ]);
  ({ promise, resolve } = Promise.withResolvers<number>());
  const late = scrape(metrics, 'x_');
  await clock.advance(1999);
  resolve(8);
  expect(await late).toEqual(['x_a 8', 'x_b 8']);
});

it('a reading that fails is missing, and what a slow one finds is used while it is young', async () => {
  const clock = createManualClock();
  const metrics = new Metrics(clock);
  const read = metrics.addReading(
    'doctor',
    async () => clock.sleep(5000).then(() => clock.monotonic()),
    60_000,
  );
  const failing = metrics.addReading('index', () => Promise.reject(new Error('away')));
  expect(await failing()).toBeUndefined();
  const first = read();
  await clock.advance(5000);
  expect(await first).toBeUndefined();
  await clock.advance(59_999);
  expect(await read()).toBe(5000);
  await clock.advance(1);
  const third = read();
  await clock.advance(5000);
  expect(await third).toBeUndefined();
  expect(await read()).toBe(70_000);
});
