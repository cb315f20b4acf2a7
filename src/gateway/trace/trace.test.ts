import { expect, it } from 'vitest';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { type Trace, TRACE_STATIONS } from '#contract/desk/trace.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { saveRefused } from '#gateway/deliveries/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { openTraceWorld } from '#testing/trace-world.ts';

// The twelve faults of a lead that did not arrive, on the real gateway and service.

const refuse = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

it('an inquiry that arrives passes every station, and is found by what is known of it', async () => {
  await using world = await openTraceWorld();
  const sid = await world.receive({ Interesado: { Nombre: 'Zulema', Telefono: '351 555-4321' } });
  await world.deliver();
  const trace = await world.trace(sid);
  expect(trace.verdict).toEqual({ outcome: 'arrived', causes: [], notes: [], unknown: [], remedy: 'none' });
  expect(trace.stations.map(({ name, state }) => [name, state])).toEqual(
    TRACE_STATIONS.filter((name) => name !== 'relay' && name !== 'crm').map((name) => [
      name,
      name === 'opened' || name === 'touched' ? 'skipped' : 'reached',
    ]),
  );
  expect(trace.forecast).toEqual({ way: 'webhook', causes: [] });
  const { hook_id: hookId } = await world.db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow();
  for (const q of ['zulema', '3515554321', sid, hookId ?? '']) {
    const found = await world.gateway.call(`/desk/trace?q=${encodeURIComponent(q)}`, world);
    expect(found.json().leads).toMatchObject([{ sid, agency: OWN }]);
  }
  const agencies = await world.gateway.call(`/desk/trace?q=${OWN.slice(0, 8)}`, world);
  expect(agencies.json().agencies).toMatchObject([{ adminMail: OWN }]);
});

it('1: the topic was off then', async () => {
  await using world = await openTraceWorld();
  await world.configure({ Activo: false });
  const sid = await world.receive();
  await world.deliver();
  world.pass(MINUTE_MS);
  await world.sweep();
  expect((await world.trace(sid)).verdict).toMatchObject({
    outcome: 'found',
    causes: ['topic-off'],
    remedy: 'switch-on',
  });
  world.pass(MINUTE_MS);
  await world.configure();
  expect((await world.trace(sid)).verdict).toMatchObject({ causes: ['topic-off'], remedy: 'none' });
});

it('1: somebody else switched the topic off', async () => {
  await using world = await openTraceWorld();
  await world.receive();
  await world.deliver();
  world.pass(MINUTE_MS);
  await world.configureElsewhere({ Activo: false });
  const sid = await world.receive();
  await world.deliver();
  await world.sweep();
  expect((await world.trace(sid)).verdict).toMatchObject({ causes: ['topic-off'], remedy: 'switch-on' });
});

it('without attempts from before, the cause of an inquiry without a message is not known', async () => {
  await using world = await openTraceWorld();
  await world.configureElsewhere({ Activo: false });
  const sid = await world.receive();
  await world.deliver();
  await world.configureElsewhere({});
  world.pass(3 * MINUTE_MS);
  await world.sweep();
  expect((await world.trace(sid)).verdict).toMatchObject({
    outcome: 'found',
    causes: [],
    unknown: ['attempts'],
  });
});

it.each([
  { ms: -MINUTE_MS - 1, causes: [] },
  { ms: -MINUTE_MS, causes: ['signature'] },
  { ms: 10 * MINUTE_MS, causes: ['signature'] },
  { ms: 10 * MINUTE_MS + 1, causes: [] },
])('without attempts, a message refused $ms ms after an inquiry gives it $causes', async ({ ms, causes }) => {
  await using world = await openTraceWorld();
  world.takeMessages(async () => ({ status: 500 }));
  const at = world.gateway.clock.now;
  const sid = await world.receive();
  await world.deliver();
  await world.service.database.db.deleteFrom('delivery_attempts').execute();
  const refused = { topic: INQUIRY_TOPIC, hookId: null, reason: 'signature', size: 2, headers: {} } as const;
  await saveRefused(world.db, refused, stampAt(at + ms));
  world.pass(15 * MINUTE_MS);
  await world.sweep();
  expect((await world.trace(sid)).verdict).toMatchObject({ outcome: 'found', causes });
});

it.each([
  ['by the console', true],
  ['by somebody else', false],
])('2: the topic was pointed elsewhere %s', async (_title, isConsole) => {
  await using world = await openTraceWorld();
  const settings = { Callback: 'https://otra.example/hooks' };
  await (isConsole ? world.configure(settings) : world.configureElsewhere(settings));
  const sid = await world.receive();
  await world.deliver();
  await world.sweep();
  expect((await world.trace(sid)).verdict).toMatchObject({
    outcome: 'found',
    causes: ['topic-elsewhere'],
    remedy: 'point-here',
  });
});

it('the overview and the topic say at once that the callback fails, until a message arrives', async () => {
  await using world = await openTraceWorld();
  const readFailures = async () => {
    const now = await world.gateway.call('/desk/overview/now', world);
    const topics = await world.gateway.call('/desk/webhooks', world);
    const topic = topics.json<{ topics: WebhookDesk[] }>().topics.find((one) => one.topic === INQUIRY_TOPIC);
    return [now.json<OverviewNow>().failingTopics, topic?.failure];
  };
  world.takeMessages(async () => ({ status: 500 }));
  await world.receive();
  expect(await readFailures()).toEqual([[], null]);
  await world.deliver();
  world.pass(10 * SECOND_MS);
  expect(await readFailures()).toEqual([
    [{ topic: INQUIRY_TOPIC, cause: 'callback-failed' }],
    'callback-failed',
  ]);
  world.takeMessages(async (pass) => {
    await pass();
    return { status: 500 };
  });
  await world.receive();
  await world.deliver();
  world.pass(10 * SECOND_MS);
  // The newest message arrived, although the service does not know.
  expect(await readFailures()).toEqual([[], null]);
  world.takeMessages(refuse('ECONNREFUSED'));
  await world.receive();
  await world.deliver();
  world.pass(10 * SECOND_MS);
  expect(await readFailures()).toEqual([[{ topic: INQUIRY_TOPIC, cause: 'unreachable' }], 'unreachable']);
  world.pass(HOUR_MS);
  expect(await readFailures()).toEqual([[], null]);
});

it('3: the service signs with another secret', async () => {
  await using world = await openTraceWorld();
  await world.configureElsewhere({ Secret: 'otro-secreto-cualquiera' });
  const sid = await world.receive();
  await world.deliver();
  await world.sweep();
  const trace = await world.trace(sid);
  expect(trace.verdict).toMatchObject({ outcome: 'found', causes: ['signature'], remedy: 'set-secret' });
  expect(trace.stations.find(({ state }) => state === 'broken')).toMatchObject({
    name: 'receiver',
    cause: 'signature',
  });
});

it.each([
  ['4: the callback answers 500', async () => ({ status: 500 }), 'callback-failed'],
  ['5: the callback is too slow', refuse('UND_ERR_HEADERS_TIMEOUT'), 'callback-slow'],
  ['6: its certificate is bad', refuse('CERT_HAS_EXPIRED'), 'certificate'],
] as const)('%s', async (_title, callback, cause) => {
  await using world = await openTraceWorld();
  world.takeMessages(callback);
  const sid = await world.receive();
  await world.deliver();
  await world.sweep();
  const { verdict, stations } = await world.trace(sid);
  expect(verdict).toMatchObject({ outcome: 'found', causes: [cause], remedy: 'check-callback' });
  expect(stations.find(({ state }) => state === 'broken')).toMatchObject({ name: 'attempts', cause });
});

it('7: the agency was disassociated', async () => {
  await using world = await openTraceWorld();
  const sid = await world.receive();
  await world.deliver();
  const ended = await world.gateway.call(`/v3/agencias/${OWN}/desasociar`, {
    method: 'PATCH',
    headers: world.headers,
  });
  expect(ended.statusCode).toBeLessThan(300);
  expect((await world.trace(sid)).verdict).toMatchObject({
    outcome: 'missing',
    causes: ['disassociated'],
    remedy: 'invite',
  });
});

it('8: the agency never registered', async () => {
  await using world = await openTraceWorld();
  const invited = 'nueva@agencia.example';
  const reply = await world.gateway.call('/v3/agencias', {
    method: 'POST',
    headers: { ...world.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ AdminMail: invited, Nombre: 'Nueva' }),
  });
  expect(reply.statusCode).toBe(202);
  const trace = await world.trace(undefined, invited);
  expect(trace).toMatchObject({ verdict: null, forecast: { way: 'none', causes: ['never-registered'] } });
  expect((await world.trace(SID, invited)).verdict).toMatchObject({
    outcome: 'missing',
    causes: ['never-registered'],
    remedy: 'remind',
  });
  const found = await world.gateway.call('/desk/trace?q=nueva', world);
  expect(found.json().agencies).toMatchObject([{ adminMail: invited }]);
});

it('9: the clocks differ', async () => {
  await using world = await openTraceWorld();
  const sid = await world.receive();
  world.gateway.clock.now += 6 * MINUTE_MS;
  await world.deliver();
  world.service.clock.now += 6 * MINUTE_MS;
  await world.sweep();
  expect((await world.trace(sid)).verdict).toMatchObject({
    outcome: 'found',
    causes: ['age'],
    remedy: 'check-clock',
  });
});

it('10: the receiver was down and is back', async () => {
  await using world = await openTraceWorld();
  world.takeMessages(refuse('ECONNREFUSED'));
  const sid = await world.receive();
  await world.deliver();
  world.pass(6 * SECOND_MS);
  await world.deliver();
  world.takeMessages((pass) => pass());
  world.pass(6 * MINUTE_MS);
  await world.deliver();
  expect((await world.trace(sid)).verdict).toMatchObject({
    outcome: 'late',
    causes: ['unreachable'],
    remedy: 'none',
  });
});

it('11: a message that came twice is counted once', async () => {
  await using world = await openTraceWorld();
  world.takeMessages(async (pass) => {
    await pass();
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  });
  const sid = await world.receive();
  await world.deliver();
  // The service heard of no answer, and the message is here.
  expect((await world.trace(sid)).forecast).toEqual({ way: 'webhook', causes: [] });
  world.takeMessages((pass) => pass());
  world.pass(10 * SECOND_MS);
  await world.deliver();
  expect((await world.trace(sid)).verdict).toMatchObject({
    outcome: 'arrived',
    causes: [],
    notes: ['repeated'],
  });
});

it('12: a seller who is limited to their own inquiries does not see it', async () => {
  await using world = await openTraceWorld();
  const seller = await world.db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('role', '=', 'seller')
    .executeTakeFirstOrThrow();
  const shown = ({ stations }: Trace) => stations.find(({ name }) => name === 'shown');
  const seenSid = await world.receive();
  await world.deliver();
  expect(shown(await world.trace(seenSid))).toMatchObject({ shownTo: [seller], hiddenFrom: [] });
  await world.db
    .updateTable('person_agency')
    .set({ own_inquiries_only: 1 })
    .where('person_id', '=', seller.id)
    .execute();
  const sid = await world.receive();
  await world.deliver();
  const trace = await world.trace(sid);
  expect(trace.verdict).toMatchObject({ outcome: 'arrived', notes: ['limited'] });
  expect(shown(trace)).toMatchObject({ shownTo: [], hiddenFrom: [seller] });
});

it('days without faults have no false verdict', async () => {
  await using world = await openTraceWorld();
  const sids: string[] = [];
  for (let day = 0; day < propertyRuns(3, 30); day++) {
    for (let lead = 0; lead < 2; lead++) {
      sids.push(await world.receive());
      await world.deliver();
      world.pass(11 * MINUTE_MS);
    }
    await world.sweep();
    world.pass(24 * 60 * MINUTE_MS - 22 * MINUTE_MS);
  }
  for (const sid of sids) expect((await world.trace(sid)).verdict?.outcome).toBe('arrived');
});

it('a twin that arrived is shown beside it, with the step that differs', async () => {
  await using world = await openTraceWorld();
  const twin = await world.receive();
  await world.deliver();
  world.pass(5 * MINUTE_MS);
  world.takeMessages(async () => ({ status: 500 }));
  const sid = await world.receive();
  await world.deliver();
  await world.sweep();
  expect((await world.trace(sid)).twin).toMatchObject({ sid: twin, difference: 'attempts' });
});
