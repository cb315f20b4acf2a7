import { beforeAll, expect, it } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { defaultHours } from '#contract/hours.ts';
import { v3 } from '#contract/v3.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, SID, type WorldOptions, json, openWorld } from '#testing/gateway-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';

const ODD_DAYS = [
  '0000-01-01',
  '0001-01-01',
  '0099-12-31',
  '1899-12-31',
  '2100-01-01',
  '9999-12-31',
  '2026-02-30',
  '+275760-09-13',
  '-271821-04-20',
  '0001-01-01T00:00:00',
  '-999d',
];
const ODD_INSTANTS = [-62_135_596_800_000, -1, 0, 8.64e15, -8.64e15, 8.64e15 + 1, 2 ** 63, 1e300, 0.5];
const ODD_CURSORS = ODD_INSTANTS.map((at) =>
  Buffer.from(JSON.stringify([at, at, SID, OWN])).toString('base64url'),
);

const EMPTY = { _links: {}, _entries: [] };
const INQUIRY = {
  Momento: '0001-01-01T00:00:00',
  Auto: {},
  Interesado: {},
  _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
};
const answer: WorldOptions['answer'] = (request, response) =>
  json(request.url?.includes(SID) ? INQUIRY : EMPTY)(request, response);

const PARAMETERS: Record<string, string> = { adminMail: encodeURIComponent(OWN), sid: SID, topic: 'x' };
const fill = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? 'x');
const rows: [string, Endpoint][] = Object.entries({ ...v3, ...desk });
const withQuery = rows.filter(([, { query }]) => Object.keys(query?.shape ?? {}).length > 0);

onEachEngine((engine) => {
  const world = shareFixture(async () => {
    const opened = await openWorld({ engine, answer });
    const database = await openGatewayDatabase(opened.config.database);
    const { db } = database;
    const { now } = opened.clock;
    await syncAgencies(db, [{ adminMail: OWN }], now);
    const moments = [
      '0001-01-01T00:00:00',
      '9999-12-31T23:59:59Z',
      '+275760-09-13T00:00:00Z',
      '2026-03-05T10:00:00Z',
    ];
    await upsertInquiries(
      db,
      moments.map((Momento, index) => ({
        Momento,
        Auto: { VersionYear: 1e12 },
        Interesado: {},
        _links: { self: { href: `/v3/consultas/${OWN}/01JCODD${String(index).padStart(19, '0')}` } },
      })),
      { agency: OWN, discoverySource: 'list', hours: defaultHours(opened.config.timeZone), now },
    );
    await database.close();
    return opened;
  });
  let cookie = '';
  beforeAll(async () => {
    cookie = await world().signIn('partner');
  });
  const expectAnswered = async (endpoint: Endpoint, query: Record<string, string>, payload?: object) => {
    // Nobody is called too often.
    world().clock.now += 1000;
    const reply = await world().call(`${fill(endpoint)}?${String(new URLSearchParams(query))}`, {
      method: endpoint.method,
      headers: { ...CONSOLE, cookie },
      ...(payload && { payload }),
    });
    const isAnswered = reply.statusCode < 500 && reply.statusCode !== 429;
    expect({ query, payload, isAnswered, text: isAnswered || reply.body }).toMatchObject({
      isAnswered: true,
    });
    return reply;
  };

  it.each(withQuery)('%s takes odd dates for each parameter', async (_, endpoint) => {
    const required =
      'desde' in (endpoint.query?.shape ?? {}) ? { desde: '2026-03-01', hasta: '2026-03-05' } : {};
    for (const name of Object.keys(endpoint.query?.shape ?? {}))
      for (const value of [...ODD_DAYS, ...ODD_CURSORS])
        await expectAnswered(endpoint, { ...required, [name]: value });
  });

  it('lists, exports and figures have rows with odd dates, page by page', async () => {
    const { findInquiries, viewOverview, viewOverviewNow } = desk;
    for (const orden of ['nuevas', 'antiguas']) {
      const moments: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const reply = await expectAnswered(findInquiries, { orden, limite: '1', ...(cursor && { cursor }) });
        const page: { rows: { inquiry: { Momento: string } }[]; next: string | null } = reply.json();
        moments.push(...page.rows.map(({ inquiry }) => inquiry.Momento));
        cursor = page.next;
      }
      const newest = [
        '+275760-09-13T00:00:00Z',
        '9999-12-31T23:59:59Z',
        '2026-03-05T10:00:00Z',
        '0001-01-01T00:00:00',
      ];
      expect(moments).toEqual(orden === 'nuevas' ? newest : newest.toReversed());
    }
    const days = { desde: '2026-03-01', hasta: '2026-03-05' };
    expect((await expectAnswered(viewOverview, days)).json()).toMatchObject({
      implausibleDates: 3,
      totals: { inquiries: 1 },
    });
    expect((await expectAnswered(viewOverviewNow, {})).statusCode).toBe(200);
  });

  it.each([...ODD_DAYS, ...ODD_INSTANTS])('bodies take %s for holidays and snoozes', async (odd) => {
    const holidays = [odd];
    await expectAnswered(desk.setHours, {}, { hours: { ...defaultHours('UTC'), holidays }, version: 0 });
    const change = { kind: 'snooze', until: odd };
    await expectAnswered(desk.changeFollowUp, {}, { id: crypto.randomUUID(), version: 0, change });
    await expectAnswered(
      desk.changeFollowUps,
      {},
      { id: crypto.randomUUID(), change, inquiries: [{ adminMail: OWN, sid: SID, version: 0 }] },
    );
  });
});
