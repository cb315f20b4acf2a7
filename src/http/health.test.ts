import { expect, it } from 'vitest';
import { serveHealth } from './health.ts';
import { createServer } from './server.ts';

it('is ready while its check passes, and alive in any case', async () => {
  const app = createServer({ logger: false });
  let reachable = true;
  serveHealth(app, async () => {
    if (!reachable) throw new Error('away');
  });
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  reachable = false;
  const away = await app.inject('/readyz');
  expect([away.statusCode, away.json()]).toEqual([503, { status: 'unavailable' }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});

it('is not ready from the moment it is stopped, while it still answers', async () => {
  const app = createServer({ logger: false });
  serveHealth(app, async () => {});
  let origin = '';
  const seen: number[] = [];
  app.addHook('preClose', async () => {
    for (const path of ['/readyz', '/healthz']) seen.push((await fetch(`${origin}${path}`)).status);
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  await app.close();
  expect(seen).toEqual([503, 200]);
});
