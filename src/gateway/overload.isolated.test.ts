import perfHooks from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';

const histogram = { mean: 0, enable: () => true, disable: () => true, reset: () => {} };
// The plugin takes the function from its module when it is loaded.
vi.spyOn(perfHooks, 'monitorEventLoopDelay').mockReturnValue(
  histogram as unknown as ReturnType<typeof perfHooks.monitorEventLoopDelay>,
);
const { CONSOLE, openWorld } = await import('#testing/gateway-world.ts');

it('a gateway whose event loop is late refuses calls for now, and goes on with streams and probes', async () => {
  await using world = await openWorld({ shedsLoad: true });
  const cookie = await world.signIn('seller');
  const status = async (path: string) => (await world.call(path, { headers: { cookie } })).statusCode;
  expect(await status('/desk/me')).toBe(200);
  histogram.mean = 600e6;
  await vi.waitFor(async () => expect(await status('/desk/me')).toBe(503), { timeout: 5000, interval: 50 });
  const refused = await world.call('/desk/session', { method: 'POST', headers: CONSOLE, payload: {} });
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().Type]).toEqual([
    503,
    '2',
    '/problems/busy',
  ]);
  for (const path of ['/healthz', '/readyz', '/desk/events', '/overview'])
    expect(await status(path)).toBe(200);
  histogram.mean = 0;
  await vi.waitFor(async () => expect(await status('/desk/me')).toBe(200), { timeout: 5000, interval: 50 });
});
