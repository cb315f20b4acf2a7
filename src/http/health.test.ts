import { expect, it, vi } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { NotReadyError, registerHealthRoutes } from './health.ts';
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

it('the server says why it is not ready where everybody may know', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  registerHealthRoutes(
    app,
    () => Promise.reject(new NotReadyError('Background work stands still: mails')),
    systemClock,
  );
  const { statusCode, body } = await app.inject('/readyz');
  expect([statusCode, JSON.parse(body)]).toEqual([
    503,
    { status: 'unavailable', reason: 'Background work stands still: mails' },
  ]);
  await app.close();
});

it('the server is not ready while its check hangs for 1.5 s, which is asked once however many ask', async () => {
  const clock = createManualClock();
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  let checks = 0;
  let { promise: check, resolve } = Promise.withResolvers<void>();
  registerHealthRoutes(
    app,
    () => {
      checks += 1;
      return check;
    },
    clock,
  );
  const probe = async () => (await app.inject('/readyz')).statusCode;
  const probes = Promise.all([probe(), probe()]);
  await vi.waitFor(() => expect(clock.waiting).toBe(2));
  await clock.advance(1500);
  expect([await probes, checks]).toEqual([[503, 503], 1]);
  resolve();
  expect(await probe()).toBe(200);
  ({ promise: check, resolve } = Promise.withResolvers<void>());
  const slow = probe();
  await vi.waitFor(() => expect(clock.waiting).toBe(1));
  await clock.advance(1499);
  resolve();
  expect(await slow).toBe(200);
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
