import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import { INCIDENT_DAYS, INCIDENT_GAP_MS, type RefusalIncident } from '#contract/desk/incidents.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { stampAt } from '#testing/clocks.ts';
import { TOPIC, openDeliveryWorld } from '#testing/delivery-world.ts';
import { onBothEngines } from '#testing/engines.ts';
import { CONSOLE } from '#testing/gateway-world.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { beginsIncident, fetchIncidents } from './incidents.ts';
import { saveRefused } from './store.ts';

type World = Awaited<ReturnType<typeof openDeliveryWorld>>;

const refuse = ({ db }: World, at: number, reason: RefusalReason = 'signature', topic = TOPIC) =>
  saveRefused(db, { topic, hookId: null, reason, size: 2, headers: {} }, stampAt(at));

const receive = ({ keep, message }: World, at: number, hookId: string) => keep(at, message(hookId));

const list = async ({ world }: World, role: 'partner' | 'support' | 'seller' = 'partner') =>
  world.call('/desk/incidents', { headers: { cookie: await world.signIn(role), ...CONSOLE } });

const ACKNOWLEDGEMENT = '/desk/incidents/acknowledgement';

const acknowledge = async (
  { world }: World,
  payload: object,
  role: 'partner' | 'support' | 'seller' = 'partner',
) =>
  world.call(ACKNOWLEDGEMENT, {
    method: 'PUT',
    headers: { cookie: await world.signIn(role), ...CONSOLE },
    payload,
  });

const unacknowledge = async (
  { world }: World,
  query: Record<string, string>,
  role: 'partner' | 'support' | 'seller' = 'partner',
) =>
  world.call(`${ACKNOWLEDGEMENT}?${String(new URLSearchParams(query))}`, {
    method: 'DELETE',
    headers: { cookie: await world.signIn(role), ...CONSOLE },
  });

onBothEngines((engine) => {
  test('200: refusals are one incident until none comes for 30 minutes', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    const ends = now - DAY_MS;
    const gap = INCIDENT_GAP_MS - 1;
    for (const at of [ends - 2 * gap, ends - gap, ends]) await refuse(it, at);
    await refuse(it, ends + INCIDENT_GAP_MS);
    await refuse(it, ends, 'age');
    await refuse(it, ends, 'signature', 'otro');
    await refuse(it, now - INCIDENT_DAYS * DAY_MS - MINUTE_MS);
    const { incidents } = (await list(it)).json<{ incidents: RefusalIncident[] }>();
    expect(
      incidents.map(({ topic, reason, firstAt, lastAt, count }) => [topic, reason, firstAt, lastAt, count]),
    ).toEqual([
      [TOPIC, 'signature', ends + INCIDENT_GAP_MS, ends + INCIDENT_GAP_MS, 1],
      [TOPIC, 'age', ends, ends, 1],
      [TOPIC, 'signature', ends - 2 * gap, ends, 3],
      ['otro', 'signature', ends, ends, 1],
    ]);
    expect(incidents.map(({ missed }) => missed && missed.count)).toEqual([0, 0, 0, null]);
  });

  test('is unsolved for 30 minutes, then solved if messages of the topic arrived', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    const states = async (at: number) => (await fetchIncidents(it.db, at)).map(({ state }) => state);
    await receive(it, now - 1, 'before');
    await refuse(it, now);
    expect(await states(now + INCIDENT_GAP_MS - 1)).toEqual(['open']);
    expect(await states(now + INCIDENT_GAP_MS)).toEqual(['quiet']);
    await receive(it, now + 1, 'after');
    expect(await states(now + INCIDENT_GAP_MS - 1)).toEqual(['recovering']);
    expect(await states(now + INCIDENT_GAP_MS)).toEqual(['solved']);
  });

  test('a refusal begins an incident unless there was one of its topic and reason within 30 minutes', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    const key = { topic: TOPIC.toUpperCase(), reason: 'signature' } as const;
    expect(await beginsIncident(it.db, key, now)).toBe(true);
    await refuse(it, now);
    expect(await beginsIncident(it.db, key, now + INCIDENT_GAP_MS - 1)).toBe(false);
    expect(await beginsIncident(it.db, key, now + INCIDENT_GAP_MS)).toBe(true);
    expect(await beginsIncident(it.db, { ...key, reason: 'age' }, now)).toBe(true);
  });

  test('204: somebody knows of it, until another begins', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    const body = { topic: TOPIC, reason: 'signature' };
    await refuse(it, now);
    const knownBy = async () =>
      (await fetchIncidents(it.db, it.world.clock.now)).map((one) => one.acknowledgedBy);
    expect((await acknowledge(it, body)).statusCode).toBe(204);
    expect(await knownBy()).toEqual([expect.any(String)]);
    expect((await unacknowledge(it, body)).statusCode).toBe(204);
    expect(await knownBy()).toEqual([null]);
    expect((await acknowledge(it, body, 'support')).statusCode).toBe(204);
    it.world.clock.now += INCIDENT_GAP_MS + MINUTE_MS;
    await refuse(it, it.world.clock.now);
    expect(await knownBy()).toEqual([null, expect.any(String)]);
  });

  test('groups as one would by hand', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    const refusal = fc.record({
      at: fc.integer({ min: 0, max: 12 }).map((step) => now - (step * INCIDENT_GAP_MS) / 2),
      reason: fc.constantFrom('signature' as const, 'age' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(refusal, { maxLength: 12 }), async (refusals) => {
        await it.db.deleteFrom('delivery').execute();
        for (const { at, reason } of refusals) await refuse(it, at, reason);
        const expected = (['signature', 'age'] as const).flatMap((reason) => {
          const groups: number[][] = [];
          for (const { at } of refusals
            .filter((one) => one.reason === reason)
            .toSorted((a, b) => a.at - b.at)) {
            const last = groups.at(-1);
            if (last && at - (last.at(-1) ?? 0) < INCIDENT_GAP_MS) last.push(at);
            else groups.push([at]);
          }
          return groups.map((group) => `${reason} ${group[0]} ${group.at(-1)} ${group.length}`);
        });
        const found = (await fetchIncidents(it.db, now)).map(
          ({ reason, firstAt, lastAt, count }) => `${reason} ${firstAt} ${lastAt} ${count}`,
        );
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: propertyRuns(10, 50) },
    );
  });
});

test('401, 403, 400, 404', async () => {
  await using it = await openDeliveryWorld('sqlite');
  await refuse(it, it.world.clock.now);
  expect((await it.world.call('/desk/incidents', { headers: CONSOLE })).statusCode).toBe(401);
  expect((await list(it, 'seller')).statusCode).toBe(403);
  const body = { topic: TOPIC, reason: 'signature' };
  expect((await acknowledge(it, body, 'seller')).statusCode).toBe(403);
  expect((await acknowledge(it, { ...body, reason: 'other' })).statusCode).toBe(400);
  expect((await acknowledge(it, { ...body, reason: 'age' })).statusCode).toBe(404);
  expect((await acknowledge(it, { ...body, topic: 'otro' })).statusCode).toBe(404);
  expect((await unacknowledge(it, body, 'seller')).statusCode).toBe(403);
  expect((await unacknowledge(it, { ...body, reason: 'other' })).statusCode).toBe(400);
  expect((await unacknowledge(it, { ...body, topic: 'otro' })).statusCode).toBe(404);
  const signedOut = { method: 'DELETE' as const, headers: CONSOLE };
  const address = `${ACKNOWLEDGEMENT}?${String(new URLSearchParams(body))}`;
  expect((await it.world.call(address, signedOut)).statusCode).toBe(401);
  await receive(it, it.world.clock.now + 1, 'after');
  it.world.clock.now += INCIDENT_GAP_MS;
  expect((await acknowledge(it, body)).statusCode).toBe(404);
  expect((await unacknowledge(it, body)).statusCode).toBe(404);
});
