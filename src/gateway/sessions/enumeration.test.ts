import { expect, it } from 'vitest';
import { CONSOLE, type World, onEachEngine, openWorld } from '#gateway/world-for-tests.ts';

const ROUNDS = 40;

/** Somebody who can sign in, somebody who is kept out, and nobody. */
async function threeKinds(world: World): Promise<string[]> {
  const headers = { ...CONSOLE, cookie: await world.signIn('partner') };
  const { people } = (await world.call('/desk/people', { headers })).json<{
    people: { id: string; mail: string }[];
  }>();
  const kept = people.find(({ mail }) => mail === world.mail('support'));
  await world.call(`/desk/people/${kept?.id}/access`, {
    method: 'PUT',
    headers,
    payload: { enabled: false },
  });
  return [world.mail('seller'), world.mail('support'), 'nadie@vitrina.example'];
}

/** Medians of how long an answer takes for each kind, asked in turn, each time beginning with the next. */
async function medians(
  kinds: readonly string[],
  ask: (mail: string, round: number) => Promise<number>,
): Promise<number[]> {
  const times: number[][] = kinds.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (let turn = 0; turn < kinds.length; turn += 1) {
      const kind = (round + turn) % kinds.length;
      times[kind]?.push(await ask(kinds[kind] ?? '', round * kinds.length + turn));
    }
  return times.map((of) => of.toSorted((a, b) => a - b)[ROUNDS / 2] ?? NaN);
}

async function post(world: World, path: string, payload: object, at: number) {
  const remoteAddress = `2001:db8::${at.toString(16)}`;
  const start = performance.now();
  const answer = await world.call(path, { method: 'POST', headers: CONSOLE, payload, remoteAddress });
  return { ms: performance.now() - start, answer };
}

const spread = (times: readonly number[]) => Math.max(...times) / Math.min(...times) - 1;

onEachEngine((engine) => {
  // Repeated where the machine was busy with something else.
  it('signing in takes as long for nobody as for somebody', { retry: 2, timeout: 60_000 }, async () => {
    await using world = await openWorld({ engine });
    const found = await medians(await threeKinds(world), async (mail, at) => {
      const { ms, answer } = await post(world, '/desk/session', { mail, password: 'x' }, at);
      expect(answer.json().Type).toBe('/problems/wrong-credentials');
      return ms;
    });
    expect(spread(found)).toBeLessThan(0.1);
  });
});
