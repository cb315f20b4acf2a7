import { expect, it } from 'vitest';
import { HOUR_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { DAY, TOPIC, openDeliveryWorld, refusedDelivery, changeTopic } from '#testing/delivery-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { fetchLastDay, fetchSummary } from './figures.ts';
import { saveRefused } from './store.ts';

const RECEIVER_URL = 'https://vitrina.example/hooks/1';

type World = Awaited<ReturnType<typeof openDeliveryWorld>>;

const fetchFigures = ({ db, world }: World, topic: string = TOPIC) =>
  fetchLastDay(db, topic, { now: world.clock.now, receiverUrl: RECEIVER_URL });

const refuse = (
  { db }: World,
  at: number,
  hookId: string | null,
  reason: 'signature' | 'age' = 'signature',
) => saveRefused(db, { ...refusedDelivery(reason), hookId }, stampAt(at));

const indexInquiry = ({ db }: World, at: number, sid: string, source: 'list' | 'webhook' = 'list') =>
  upsertInquiries(
    db,
    [
      {
        Momento: new Date(at).toISOString(),
        Interesado: {},
        Auto: {},
        _links: { self: { href: `/v3/consultas/${OWN}/${sid}` } },
      },
    ],
    { agency: OWN, discoverySource: source, hours: defaultHours('UTC'), now: at },
  );

onEachEngine((engine) => {
  it('each message of the last day counts once: as arrived if any attempt was accepted', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    await it.keep(now - DAY - 1, it.message('yesterday'));
    await it.keep(now - HOUR_MS, it.message('at once'));
    await it.keep(now - HOUR_MS, it.message('at once'));
    await refuse(it, now - HOUR_MS, 'later');
    await it.keep(now - 1, it.message('later'));
    for (const hookId of ['never', 'never', null]) await refuse(it, now - 1, hookId);
    await refuse(it, now - 1, 'old', 'age');
    await it.keep(now - 1, it.message('other', { topic: 'agencia-registrada' }));
    await it.resend(now - 1, null);
    expect(await fetchFigures(it)).toEqual({
      arrived: 2,
      refused: 3,
      refusalReason: 'signature',
      retries: 3,
      missed: 0,
    });
    expect(await fetchFigures(it, 'Agencia-Registrada')).toMatchObject({ arrived: 1, missed: null });
  });

  it('inquiries without a message are counted while the topic was set to send here', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    await syncAgencies(it.db, [{ adminMail: OWN, name: null }], now - 10 * HOUR_MS);
    const sids = ['A', 'B', 'C', 'D', 'E', 'F'].map((last) => `${SID.slice(0, -1)}${last}`);
    const [before = '', told = '', byWebhook = '', missed = '', off = '', fresh = ''] = sids;
    await changeTopic(it, now - 8 * HOUR_MS, RECEIVER_URL);
    await changeTopic(it, now - 2 * HOUR_MS, RECEIVER_URL, false);
    await changeTopic(it, now - HOUR_MS, RECEIVER_URL);
    await indexInquiry(it, now - 9 * HOUR_MS, before);
    await indexInquiry(it, now - 4 * HOUR_MS, told);
    await it.keep(now - 3 * HOUR_MS, it.message('told', { sid: told }));
    await indexInquiry(it, now - 4 * HOUR_MS, byWebhook, 'webhook');
    await indexInquiry(it, now - 4 * HOUR_MS, missed);
    await indexInquiry(it, now - 1.5 * HOUR_MS, off);
    await indexInquiry(it, now - 60_000, fresh);
    expect((await fetchFigures(it)).missed).toBe(1);
    // Inquiries from before their agency was known here are not expected.
    await it.db.updateTable('indexed_agency').set({ added_at: now }).execute();
    expect((await fetchFigures(it)).missed).toBe(0);
  });

  it('a list has the figures of its days, by hour up to two days, otherwise by day of the zone', async () => {
    await using it = await openDeliveryWorld(engine);
    const now = Date.parse('2026-03-05T15:00:00Z');
    const context = { now, zone: 'America/Argentina/Buenos_Aires', receiverUrl: RECEIVER_URL };
    // 23:30 of the 4th and 00:30 of the 5th in Buenos Aires.
    const [fourth, fifth] = [Date.parse('2026-03-05T02:30:00Z'), Date.parse('2026-03-05T03:30:00Z')];
    await it.keep(fourth, it.message('one'));
    await it.keep(fifth, it.message('two', { agency: 'otra@sur.example' }));
    await refuse(it, fifth, 'three');
    const counted = async (query: Parameters<typeof fetchSummary>[1]) => {
      const { unit, spans } = await fetchSummary(it.db, query, context);
      const busy = spans.filter(({ arrived, refused }) => arrived + refused > 0);
      return { unit, count: spans.length, busy };
    };
    expect(await counted({})).toEqual({
      unit: 'hour',
      count: 25,
      busy: [
        { at: Date.parse('2026-03-05T02:00:00Z'), arrived: 1, refused: 0 },
        { at: Date.parse('2026-03-05T03:00:00Z'), arrived: 1, refused: 1 },
      ],
    });
    expect(await counted({ from: '2026-03-01' })).toEqual({
      unit: 'day',
      count: 5,
      busy: [
        { at: Date.parse('2026-03-04T03:00:00Z'), arrived: 1, refused: 0 },
        { at: Date.parse('2026-03-05T03:00:00Z'), arrived: 1, refused: 1 },
      ],
    });
    expect((await counted({ from: '2026-03-04', to: '2026-03-04' })).busy).toHaveLength(1);
    expect(await counted({ since: fourth, until: fifth })).toMatchObject({
      unit: 'hour',
      count: 2,
      busy: [{ at: Date.parse('2026-03-05T02:00:00Z'), arrived: 1 }],
    });
    expect(await fetchSummary(it.db, { agency: 'SUR' }, context)).toMatchObject({ arrived: 1, refused: 0 });
  });
});
