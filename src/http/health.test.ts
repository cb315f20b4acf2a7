import { expect, it } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { registerHealthRoutes } from './health.ts';
import { createServer } from './server.ts';

it('the server is ready while its check passes, and alive in any case', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  let reachable = true;
  registerHealthRoutes(
    app,
    async () => {
      if (!reachable) throw new Error('away');
    },
    systemClock,
  );
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  reachable = false;
  const away = await app.inject('/readyz');
  expect([away.statusCode, away.json()]).toEqual([
    503,
    { status: 'unavailable', reason: 'The database does not answer, or cannot be written' },
  ]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});

it('the server is not ready while its check hangs, which is asked once however many ask', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  let checks = 0;
  const { promise: check, resolve } = Promise.withResolvers<void>();
  registerHealthRoutes(
    app,
    () => {
      checks += 1;
      return check;
    },
    systemClock,
  );
  const started = performance.now();
  const probes = await Promise.all([app.inject('/readyz'), app.inject('/readyz')]);
  expect([probes.map(({ statusCode }) => statusCode), checks]).toEqual([[503, 503], 1]);
  expect(performance.now() - started).toBeLessThan(3000);
  resolve();
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  await app.close();
});

it('the server is not ready from the moment it is stopped, while it still answers', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  registerHealthRoutes(app, async () => {}, systemClock);
  let origin = '';
  const seen: number[] = [];
  app.addHook('preClose', async () => {
    for (const path of ['/readyz', '/healthz']) seen.push((await fetch(`${origin}${path}`)).status);
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  await app.close();
  expect(seen).toEqual([503, 200]);
});

it('the server is not ready while it drains, and answers what comes, each on a connection that ends', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  registerHealthRoutes(app, async () => {}, systemClock);
  app.get('/', () => 'here');
  expect((await app.inject('/')).headers.connection).toBe('keep-alive');
  app.startDrain();
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'stopping' });
  const { body, headers } = await app.inject('/');
  expect([body, headers.connection]).toEqual(['here', 'close']);
  await app.close();
});
