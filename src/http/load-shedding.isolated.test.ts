import perfHooks from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { registerHealthRoutes } from './health.ts';
import { ProblemError, sendProblem } from './problem-error.ts';
import { createServer } from './server.ts';

/** The plugin takes the resolution of its histogram off the delays. */
const RESOLUTION_MS = 10;

const histogram = { mean: 0, enable: () => true, disable: () => true, reset: () => {} };
// The plugin takes the function from its module when it is loaded.
vi.spyOn(perfHooks, 'monitorEventLoopDelay').mockReturnValue(
  histogram as unknown as ReturnType<typeof perfHooks.monitorEventLoopDelay>,
);
const { MAX_EVENT_LOOP_DELAY_MS, registerLoadShedding } = await import('./load-shedding.ts');

it('requests are refused while the event loop is too late, but not probes and what is exempt', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  app.setErrorHandler((error, _request, reply) =>
    error instanceof ProblemError ? sendProblem(reply, error) : reply.code(500).send(),
  );
  await registerLoadShedding(app, {
    createRefusal: () =>
      new ProblemError(
        { Type: '/problems/busy', Title: 'Busy', Status: 503, Detail: 'Try again.' },
        { 'retry-after': '2' },
      ),
    isExempt: ({ routeOptions }) => routeOptions.url === '/events',
    sampleMs: RESOLUTION_MS,
  });
  registerHealthRoutes(app, async () => {}, systemClock);
  for (const path of ['/', '/events']) app.get(path, () => 'here');
  const setDelay = async (ms: number) => {
    histogram.mean = (ms + RESOLUTION_MS) * 1e6;
    await vi.waitFor(() => expect(app.memoryUsage().eventLoopDelay).toBeCloseTo(ms));
  };
  const get = async (path: string) => (await app.inject(path)).statusCode;

  await setDelay(MAX_EVENT_LOOP_DELAY_MS);
  expect(await get('/')).toBe(200);
  await setDelay(MAX_EVENT_LOOP_DELAY_MS + 1);
  const refused = await app.inject('/');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
  expect(await get('/nowhere')).toBe(503);
  for (const path of ['/healthz', '/readyz', '/events']) expect(await get(path)).toBe(200);
  await setDelay(0);
  expect(await get('/')).toBe(200);
  await app.close();
});
