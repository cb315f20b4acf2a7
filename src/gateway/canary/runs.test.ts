import { expect, it, vi } from 'vitest';
import { Canary } from '#contract/desk/canary.ts';
import type { LiveData } from '#contract/desk/live.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { OWN, json } from '#testing/gateway-world.ts';
import { openTraceWorld } from '#testing/trace-world.ts';
import { ARRIVAL_TIMEOUT_MS } from './runs.ts';

/** A gateway and its service with an inquiry of two hours ago, whose canary runs every five minutes. */
async function open({ isDelivered = true }: { isDelivered?: boolean } = {}) {
  const world = await openTraceWorld();
  const { gateway, headers } = world;
  const sid = await world.receive();
  await (isDelivered ? world.deliver() : world.sweep());
  world.pass(2 * HOUR_MS);
  const call = (url: string, payload?: object) =>
    gateway.call(url, {
      headers: { ...headers, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { method: 'PUT' as const, payload: JSON.stringify(payload) }),
    });
  const view = async () => Canary.parse((await call('/desk/canary')).json());
  const countEvents = async (kind: 'inquiry' | 'canary') =>
    (await world.db.selectFrom('live_event').select('data').where('kind', '=', kind).execute()).map(
      ({ data }) => JSON.parse(data) as LiveData<'canary'>,
    );
  const countDeliveries = async () =>
    (await world.db.selectFrom('delivery').select('outcome').execute()).map(({ outcome }) => outcome);
  expect((await call('/desk/canary', { setting: { adminMail: OWN, minutes: 5 } })).statusCode).toBe(200);
  return Object.assign(world, {
    sid,
    view,
    countEvents,
    countDeliveries,
    /** Waits for the outcomes of the runs, newest first. */
    expectOutcomes: (outcomes: Canary['runs'][number]['outcome'][]) =>
      vi.waitFor(async () => expect((await view()).runs.map(({ outcome }) => outcome)).toEqual(outcomes), {
        timeout: 10_000,
        interval: 50,
      }),
    /** Waits until the service accepted the newest run. */
    expectAccepted: () =>
      vi.waitFor(async () => expect((await view()).runs[0]?.status).toBe(202), { timeout: 10_000 }),
  });
}

it('a canary arrives through the whole chain, and nobody else hears of it', async () => {
  await using it = await open();
  await it.expectOutcomes(['pending']);
  await it.expectAccepted();
  it.pass(1500);
  await it.deliver();
  await it.expectOutcomes(['arrived']);
  const { runs, lastDay, failures, nextAt } = await it.view();
  expect(runs[0]).toMatchObject({ status: 202, tookMs: 1500 });
  expect([lastDay, failures]).toEqual([{ ended: 1, arrived: 1, medianMs: 1500 }, 0]);
  expect(nextAt).toBe((runs[0]?.at ?? 0) + 5 * MINUTE_MS);
  expect(await it.countDeliveries()).toEqual(['received']);
  expect(await it.countEvents('inquiry')).toHaveLength(1);
  // The next run comes after its interval.
  it.pass(5 * MINUTE_MS);
  await it.expectOutcomes(['pending', 'arrived']);
});

it('a message that does not come within two minutes is a failure; three in a row raise one alarm', async () => {
  await using it = await open();
  it.takeMessages(async () => ({ status: 204 }));
  for (let failures = 1; failures <= 4; failures++) {
    await it.expectOutcomes(['pending', ...Array.from({ length: failures - 1 }, () => 'missing' as const)]);
    await it.expectAccepted();
    await it.deliver();
    it.pass(ARRIVAL_TIMEOUT_MS);
    await it.expectOutcomes(Array.from({ length: failures }, () => 'missing' as const));
    expect(await it.countEvents('canary')).toHaveLength(failures < 3 ? 0 : 1);
    it.pass(5 * MINUTE_MS);
  }
  const [event] = await it.countEvents('canary');
  expect(event).toMatchObject({ count: 3 });
  // Partner and support.
  expect(event?.to).toHaveLength(2);
});

it('a message that was refused for its signature has come', async () => {
  await using it = await open();
  await it.expectAccepted();
  await it.configureElsewhere({ Secret: 'otro-secreto-cualquiera' });
  await it.deliver();
  it.pass(ARRIVAL_TIMEOUT_MS);
  await it.expectOutcomes(['signature']);
  expect((await it.view()).failures).toBe(1);
});

it('a run whose process ended before the service replied says nothing, and its late message is no delivery', async () => {
  await using it = await open();
  await it.expectAccepted();
  await it.db.updateTable('canary_run').set({ status: null }).execute();
  it.pass(ARRIVAL_TIMEOUT_MS);
  await it.expectOutcomes(['unknown']);
  await it.deliver();
  const { failures, lastDay } = await it.view();
  expect([failures, lastDay.ended]).toEqual([0, 0]);
  expect(await it.countDeliveries()).toEqual(['received']);
  expect(await it.countEvents('inquiry')).toHaveLength(1);
});

it.each([
  ['off', { Activo: false }],
  ['elsewhere', { Callback: 'https://crm.example/hook' }],
] as const)(
  'a topic that is %s at the service fails the canary, and nothing is sent',
  async (outcome, change) => {
    await using it = await open();
    await it.expectAccepted();
    await it.deliver();
    await it.expectOutcomes(['arrived']);
    await it.configureElsewhere({ ...change });
    const sent = vi.fn();
    it.takeMessages(async () => {
      sent();
      return { status: 204 };
    });
    for (let failures = 1; failures <= 3; failures++) {
      it.pass(5 * MINUTE_MS);
      await it.expectOutcomes([...Array.from({ length: failures }, () => outcome), 'arrived']);
      await it.deliver();
    }
    await vi.waitFor(async () => expect(await it.countEvents('canary')).toHaveLength(1));
    expect(sent).not.toHaveBeenCalled();
    expect((await it.view()).failures).toBe(3);
  },
);

it('a service that does not reply, or refuses, fails the canary', async () => {
  await using it = await open();
  await it.expectAccepted();
  await it.deliver();
  await it.expectOutcomes(['arrived']);
  const { answer } = it.gateway.upstream;
  it.gateway.upstream.answer = (request, response) =>
    request.url?.endsWith('/resendwebhook') === true
      ? json({ Status: 400, Title: 'No', Type: '/x' }, 400, 'application/problem+json')(request, response)
      : answer(request, response);
  it.pass(5 * MINUTE_MS);
  await it.expectOutcomes(['refused', 'arrived']);
  expect((await it.view()).runs[0]?.status).toBe(400);
  it.gateway.upstream.answer = json({}, 500);
  it.pass(5 * MINUTE_MS);
  await it.expectOutcomes(['unreachable', 'refused', 'arrived']);
});

it('an agency without an inquiry that can be sent again is no failure', async () => {
  await using it = await openTraceWorld();
  const reply = await it.gateway.call('/desk/canary', {
    method: 'PUT',
    headers: { ...it.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ setting: { adminMail: OWN, minutes: 5 } }),
  });
  expect(reply.statusCode).toBe(200);
  await vi.waitFor(async () => {
    const { runs, failures } = Canary.parse(
      (await it.gateway.call('/desk/canary', { headers: it.headers })).json(),
    );
    expect([runs.map(({ outcome }) => outcome), failures]).toEqual([['no-inquiry'], 0]);
  });
});

it('an inquiry whose own message may still come is not tested', async () => {
  await using it = await open({ isDelivered: false });
  await it.expectOutcomes(['no-inquiry']);
  it.pass(4 * DAY_MS);
  await it.expectOutcomes(['pending', 'no-inquiry']);
  expect((await it.view()).failures).toBe(0);
});

it('a message whose person asked for it at the same time is theirs', async () => {
  await using it = await open();
  await it.expectAccepted();
  it.pass(2000);
  const reply = await it.gateway.call(`/v3/consultas/${OWN}/${it.sid}/resendwebhook`, {
    method: 'POST',
    headers: it.headers,
  });
  expect(reply.statusCode).toBe(202);
  await it.deliver();
  await it.expectOutcomes(['arrived']);
  expect((await it.countDeliveries()).toSorted()).toEqual(['arrived', 'received', 'received']);
});
