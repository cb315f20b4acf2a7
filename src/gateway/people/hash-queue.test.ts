import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ProblemError } from '#http/problem-error.ts';
import { runHash } from './hash-queue.ts';

let running = 0;
let most = 0;
const hash = (client: string) =>
  runHash(client, async () => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    return client;
  });
const countRefused = (results: PromiseSettledResult<string>[]) =>
  results.filter(({ status }) => status === 'rejected').length;

it('the hash queue computes two at a time at most, and all of them', async () => {
  expect(await Promise.all(Array.from({ length: 9 }, (_, at) => hash(`client ${at}`)))).toHaveLength(9);
  expect(most).toBe(2);
});

it('the hash queue lets fifty wait and sends the rest away, until the queue is shorter', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => hash('a')));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(8);
  for (const reason of refused) {
    if (!(reason instanceof ProblemError)) throw reason;
    expect(reason.problem).toMatchObject({ Type: '/problems/busy', Status: 503 });
  }
  await expect(hash('a')).resolves.toBe('a');
});

it('a client with one call displaces the newest of the client that fills the queue', async () => {
  const crowd = Array.from({ length: 52 }, () => hash('crowd'));
  const others = Array.from({ length: 15 }, (_, number) => hash(`client ${number}`));
  const [crowdResults, otherResults] = await Promise.all([
    Promise.allSettled(crowd),
    Promise.allSettled(others),
  ]);
  expect([countRefused(crowdResults), countRefused(otherResults)]).toEqual([15, 0]);
  expect(crowdResults.slice(-15).every(({ status }) => status === 'rejected')).toBe(true);
});

it('a client with one call has the next turn, however many another client has', async () => {
  const done: string[] = [];
  const compute = (client: string) => hash(client).then(() => done.push(client));
  const crowd = Array.from({ length: 20 }, () => compute('crowd'));
  await Promise.all([...crowd, compute('other')]);
  expect(done.indexOf('other')).toBeLessThanOrEqual(4);
});
