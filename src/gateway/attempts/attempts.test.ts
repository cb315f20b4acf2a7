import { expect, it } from 'vitest';
import type { Attempt } from '#contract/attempts.ts';
import { AttemptList } from '#contract/desk/attempts.ts';
import { defaultHours } from '#contract/hours.ts';
import { saveRefused } from '#gateway/deliveries/store.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { TOPIC, openDeliveryWorld } from '#testing/delivery-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN, SID, json } from '#testing/gateway-world.ts';

const at = (time: string) => Date.parse(`2026-03-05T${time}Z`);

const ATTEMPT: Attempt = {
  id: '01JCZZZZZZZZZZZZZZZZZZZZZZ',
  at: at('14:00:00'),
  durationMs: 35,
  topic: TOPIC,
  deliveryId: 'hook',
  agency: OWN,
  sid: SID,
  callback: 'https://crm.example/hook?key=secret',
  outcome: 'retried',
  status: 500,
  error: null,
};

onEachEngine((engine) => {
  /** A gateway whose service has a log with one attempt. */
  async function open() {
    const it = await openDeliveryWorld(engine);
    it.world.upstream.answer = json({
      attempts: [ATTEMPT],
      more: true,
      hours: [
        { at: at('13:00:00'), outcome: 'delivered', attempts: 12 },
        { at: at('14:00:00'), outcome: 'retried', attempts: 3 },
        { at: at('14:00:00'), outcome: 'given-up', attempts: 2 },
        { at: at('14:00:00'), outcome: 'suspended', attempts: 1 },
      ],
    });
    const requests = () =>
      it.world.upstreamRequests.flatMap(({ url = '' }) => (url.startsWith('/attempts') ? [url] : []));
    const readLog = async (search = '') => AttemptList.parse(await it.read(`/desk/attempts${search}`));
    return Object.assign(it, { readLog, requests });
  }

  it('the log of the last day has its hours, buyers of the index, and no secret of a callback', async () => {
    await using it = await open();
    const entry = {
      Momento: '2026-03-05T11:00:00-03:00',
      Interesado: { Nombre: 'Ana', Apellido: 'Paz' },
      Auto: {},
      _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
    };
    const source = { agency: OWN, discoverySource: 'list', hours: defaultHours('UTC'), now: 0 } as const;
    await upsertInquiries(it.db, [entry], source);
    const { attempts, summary, ...rest } = await it.readLog();
    expect(rest).toEqual({ isOffered: true, more: true });
    expect(attempts).toEqual([
      {
        ...ATTEMPT,
        callback: 'https://crm.example/hook?key=…',
        person: 'Ana P•••',
        refusal: null,
        isAnswerLost: false,
        isCanary: false,
      },
    ]);
    expect(summary?.unit).toBe('hour');
    expect(summary?.spans).toHaveLength(25);
    expect(summary?.spans.slice(-2)).toEqual([
      { at: at('13:00:00'), delivered: 12, retried: 0, givenUp: 0 },
      { at: at('14:00:00'), delivered: 0, retried: 3, givenUp: 3 },
    ]);
    expect(it.requests()).toEqual([`/attempts?hoursSince=${it.world.clock.now + 1 - 86_400_000}`]);
  });

  it('an attempt that this gateway refused has the reason of the nearest refusal', async () => {
    await using it = await open();
    const refuse = (at: number, reason: 'signature' | 'age', hookId = ATTEMPT.deliveryId) =>
      saveRefused(it.db, { topic: TOPIC, hookId, reason, size: 1, headers: {} }, stampAt(at));
    await refuse(ATTEMPT.at + 2, 'signature');
    await refuse(ATTEMPT.at - 1, 'age');
    await refuse(ATTEMPT.at, 'signature', 'other');
    const attempts = [
      ATTEMPT,
      { ...ATTEMPT, outcome: 'delivered', status: 204 },
      { ...ATTEMPT, status: null, error: 'timeout' },
    ];
    it.world.upstream.answer = json({ attempts, more: false, hours: null });
    expect((await it.readLog()).attempts.map(({ refusal }) => refusal)).toEqual(['age', null, null]);
  });

  it('an attempt whose message came has lost its answer alone', async () => {
    await using it = await open();
    await saveRefused(
      it.db,
      { topic: TOPIC, hookId: ATTEMPT.deliveryId, reason: 'age', size: 1, headers: {} },
      stampAt(ATTEMPT.at),
    );
    await it.db.updateTable('delivery').set({ outcome: 'received', received_count: 2 }).execute();
    const closed = { ...ATTEMPT, status: null, error: 'UND_ERR_SOCKET' };
    const attempts = [
      closed,
      { ...closed, deliveryId: 'other' },
      ATTEMPT,
      { ...ATTEMPT, outcome: 'delivered' },
    ];
    it.world.upstream.answer = json({ attempts, more: false, hours: null });
    expect((await it.readLog()).attempts.map(({ isAnswerLost }) => isAnswerLost)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('days of the zone narrow the log and its figures, which are by day then', async () => {
    await using it = await open();
    const { summary } = await it.readLog(
      `?topic=${TOPIC}&sid=${SID}&outcome=retried&from=2026-03-01&to=2026-03-05`,
    );
    expect([summary?.unit, summary?.spans.length]).toEqual(['day', 5]);
    expect(summary?.spans.at(-1)).toEqual({ at: at('03:00:00'), delivered: 12, retried: 3, givenUp: 3 });
    const [request = ''] = it.requests();
    const sent = Object.fromEntries(new URLSearchParams(request.slice('/attempts?'.length)));
    const since = String(Date.parse('2026-03-01T03:00:00Z'));
    expect(sent).toMatchObject({ topic: TOPIC, sid: SID, outcome: 'retried', since, hoursSince: since });
    expect(sent.before).toMatch(/^[\dA-Z]{10}$/);
  });

  it('an older page has no figures', async () => {
    await using it = await open();
    it.world.upstream.answer = json({ attempts: [], more: false, hours: null });
    expect(await it.readLog(`?before=${ATTEMPT.id}`)).toMatchObject({ isOffered: true, summary: null });
    expect(it.requests()).toEqual([`/attempts?before=${ATTEMPT.id}`]);
  });

  it('a service without the log is said to be one', async () => {
    await using it = await open();
    const none = { isOffered: false, attempts: [], more: false, summary: null };
    it.world.upstream.answer = (_, response) => response.writeHead(404).end();
    expect(await it.readLog()).toEqual(none);
    it.world.upstream.answer = (_, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>');
    expect(await it.readLog()).toEqual(none);
  });

  it('a service that fails is no service without the log', async () => {
    await using it = await open();
    it.world.upstream.answer = json({}, 500);
    expect(await it.read('/desk/attempts')).toMatchObject({ Status: 503, Type: '/problems/upstream-failed' });
  });

  it('a query that the contract does not have is refused', async () => {
    await using it = await open();
    for (const query of ['outcome=x', 'from=2026-02-30', 'before=x', 'topic=', 'other=1'])
      expect(await it.read(`/desk/attempts?${query}`)).toMatchObject({ Type: '/problems/invalid-request' });
    expect(it.requests()).toEqual([]);
  });
});
