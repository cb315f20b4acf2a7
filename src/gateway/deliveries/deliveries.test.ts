import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { defaultHours } from '#contract/hours.ts';
import { onEachEngine } from '#testing/engines.ts';
import { signNotification } from '#signing/webhook.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { maskHeaders, maskUrl } from './masking.ts';
import { saveRefused } from './store.ts';
import { TOPIC, DAY, openDeliveryWorld, refusedDelivery } from '#testing/delivery-world.ts';

const SECRET = '96d0300081d644d3bdceae8fbfc77955';

onEachEngine((engine) => {
  it('are found by topic, agency, outcome, days of the zone and id, newest first', async () => {
    await using it = await openDeliveryWorld(engine);
    const { message, keep } = it;
    // 23:30 of the 4th and 00:30 of the 5th in Buenos Aires.
    const [fourth, fifth] = [Date.parse('2026-03-05T02:30:00Z'), Date.parse('2026-03-05T03:30:00Z')];
    await keep(fourth, message('one', { agency: 'a_b@ruta9.example' }));
    await keep(fifth, message('two', { topic: 'agencia-registrada', sid: '01JDYYYYYYYYYYYYYYYYYYYYYY' }));
    await saveRefused(it.db, refusedDelivery('signature'), stampAt(fifth + 1000));
    const found = async (query: string) => (await it.list(query)).map(({ hookId }) => hookId);

    expect(await found('')).toEqual([null, 'two', 'one']);
    expect(await found('?topic=CONSULTA-recibida')).toEqual([null, 'one']);
    expect(await found('?outcome=refused')).toEqual([null]);
    expect(await found('?outcome=received&topic=agencia-registrada')).toEqual(['two']);
    expect(await found('?agency=VENTAS@')).toEqual(['two']);
    expect(await found('?agency=a_b')).toEqual(['one']);
    expect(await found('?agency=_')).toEqual(['one']);
    expect(await found('?agency=%25')).toEqual([]);
    expect(await found('?to=2026-03-04')).toEqual(['one']);
    expect(await found('?from=2026-03-05')).toEqual([null, 'two']);
    expect(await found('?from=2026-03-04&to=2026-03-04')).toEqual(['one']);
    await saveRefused(it.db, refusedDelivery('age'), stampAt(fifth + 2000));
    const moments = async (query: string) =>
      (await it.list(query)).map(({ at, reason }) => [at - fifth, reason]);
    expect(await moments('?reason=age')).toEqual([[2000, 'age']]);
    expect(await moments(`?outcome=refused&reason=signature&topic=${TOPIC}`)).toEqual([[1000, 'signature']]);
    expect(await moments(`?since=${fifth + 1000}&until=${fifth + 2000}`)).toEqual([[1000, 'signature']]);
    expect(await moments(`?from=2026-03-05&until=${fifth + 1}`)).toEqual([[0, null]]);
    expect(await moments(`?since=${fifth + 2001}`)).toEqual([]);
    expect(await found('?id=two')).toEqual(['two']);
    expect(await found(`?id=${SID.toLowerCase()}`)).toEqual(['one']);
    expect(await found('?id=wo')).toEqual([]);
    for (const query of [
      'outcome=x',
      'from=2026-02-30',
      'reason=x',
      'since=-1',
      'until=x',
      'other=1',
      `agency=${'x'.repeat(51)}`,
    ])
      expect(await it.read(`/desk/deliveries?${query}`)).toMatchObject({ Type: '/problems/invalid-request' });
  });

  it('come in pages that miss nothing and repeat nothing', async () => {
    await using it = await openDeliveryWorld(engine);
    for (let at = 0; at < 120; at++) await it.keep(it.world.clock.now + at, it.message(`hook-${at}`));
    const pages: Delivery[][] = [];
    for (let before = ''; ; before = `?before=${pages.at(-1)?.at(-1)?.id}`) {
      const page = await it.read(`/desk/deliveries${before}`);
      pages.push(page.deliveries);
      if (!page.more) break;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat().map(({ hookId }) => hookId)).toEqual(
      Array.from({ length: 120 }, (_, at) => `hook-${119 - at}`),
    );
  });

  it('the list is the same for a person with many agencies as with few', async () => {
    await using it = await openDeliveryWorld(engine);
    for (let at = 0; at < 60; at++)
      await it.keep(it.world.clock.now + at, it.message(`hook-${at}`, { agency: `a${at}@ruta9.example` }));
    const found = async (query: string) => (await it.list(query)).map(({ hookId }) => hookId);
    const newest = (count: number, of: (at: number) => boolean) =>
      Array.from({ length: 60 }, (_, at) => 59 - at)
        .filter(of)
        .slice(0, count)
        .map((at) => `hook-${at}`);
    expect(await found('?agency=@ruta9')).toEqual(newest(50, () => true));
    expect(await found('?agency=A5')).toEqual(newest(50, (at) => at === 5 || at >= 50));
    expect(await found('?agency=nobody')).toEqual([]);
  });

  it('lose their payload after the days it is kept, and what was refused goes', async () => {
    await using it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    await it.keep(now, it.message('old'));
    await it.keep(now + DAY, it.message('new'));
    await saveRefused(it.db, refusedDelivery('age'), stampAt(now));
    const payloads = async () => {
      const all = await it.list();
      const details = await Promise.all(all.map(({ id }) => it.read(`/desk/deliveries/${id}`)));
      return details.map(({ hookId, payload, erasedAt }) => [hookId, payload, erasedAt]);
    };
    it.world.clock.now = now + 30 * DAY;
    await it.world.restart();
    expect(await payloads()).toHaveLength(3);
    it.world.clock.now += 1;
    await it.world.restart();
    await vi.waitFor(async () =>
      expect(await payloads()).toEqual([
        ['new', '{}', now + 31 * DAY],
        ['old', null, null],
      ]),
    );
  });

  it('deliveries without a payload show the buyer from the index', async () => {
    await using it = await openDeliveryWorld(engine);
    const entry = {
      Momento: '2026-03-05T11:00:00-03:00',
      Interesado: { Nombre: 'Ana', Apellido: 'Paz' },
      Auto: {},
      _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
    };
    await upsertInquiries(it.db, [entry], {
      agency: OWN,
      discoverySource: 'list',
      hours: defaultHours('UTC'),
      now: 0,
    });
    await it.resend(it.world.clock.now, null);
    expect(await it.list()).toMatchObject([{ person: 'Ana P•••' }]);
  });

  it('are found by their buyer, as the inbox searches, and only the newest page has figures', async () => {
    await using it = await openDeliveryWorld(engine);
    const entry = {
      Momento: '2026-03-05T11:00:00-03:00',
      Interesado: { Nombre: 'Ana', Apellido: 'Paz' },
      Auto: {},
      _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
    };
    await upsertInquiries(it.db, [entry], {
      agency: OWN,
      discoverySource: 'list',
      hours: defaultHours('UTC'),
      now: 0,
    });
    await it.keep(it.world.clock.now, it.message('hers'));
    await it.keep(it.world.clock.now, it.message('other', { sid: '01JDYYYYYYYYYYYYYYYYYYYYYY' }));
    expect((await it.list('?buyer=paz')).map(({ hookId }) => hookId)).toEqual(['hers']);
    expect(await it.list('?buyer=nadie')).toEqual([]);
    // Punctuation alone is no filter.
    expect(await it.list('?buyer=--')).toHaveLength(2);
    expect((await it.read('/desk/deliveries')).summary).toMatchObject({ unit: 'hour', arrived: 2 });
    expect((await it.read('/desk/deliveries?before=7ZZZZZZZZZZZZZZZZZZZZZZZZZ')).summary).toBeNull();
  });

  it('deliveries show no buyer of a payload over 64 KiB', async () => {
    await using it = await openDeliveryWorld(engine);
    const payload = JSON.stringify({ Interesado: { Nombre: 'Ana' } });
    for (const [index, size] of [65_536, 65_537].entries())
      await it.keep(it.world.clock.now + index, {
        ...it.message(`${size}`, { sid: `S${index}` }),
        size,
        payload,
      });
    expect((await it.list()).map(({ size, person }) => [size, person])).toEqual([
      [65_537, null],
      [65_536, 'A•••'],
    ]);
  });

  it.runIf(engine === 'sqlite')('are found by an index, whatever is asked', async () => {
    await using it = await openDeliveryWorld(engine);
    const plan = async (where: string) => {
      const query = `select id from delivery where ${where} order by id desc limit 51`;
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(it.db);
      return rows.map(({ detail }) => detail).join('; ');
    };
    expect(await plan("topic = 'x' and outcome = 'received'")).toContain('delivery_by_topic_and_outcome');
    expect(await plan("topic = 'x'")).toContain('delivery_by_topic (');
    expect(await plan("agency_key = 'x'")).toContain('delivery_by_agency');
    expect(await plan("outcome = 'received'")).toContain('delivery_by_outcome');
    expect(await plan("hook_id = 'x' or sid = 'x'")).toMatch(/delivery_by_hook.*delivery_by_inquiry/);
    expect(await plan("id < 'x'")).not.toContain('TEMP B-TREE');
  });
});

describe('what is masked', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['https://a.example/x?', 'https://a.example/x'],
    ['https://a.example:8443/x?a=1&a=2#f', 'https://a.example:8443/x?a=…&a=…'],
    ['https://ana@a.example/', 'https://…@a.example/'],
    ['https://:clave@a.example/', 'https://…@a.example/'],
    // A part without a name is a value.
    ['https://a.example/?s3cret', 'https://a.example/?…'],
    ['https://a.example/?s3cret&a=s3cret&=s3cret', 'https://a.example/?…&a=…&=…'],
    ['https://a.example/?a=s3cret=s3cret', 'https://a.example/?a=…'],
    ['not an address', undefined],
  ])('of the address %s', (address, masked) => expect(maskUrl(address)).toBe(masked));

  it('headers that may hold secrets are masked', () => {
    const headers = signNotification({ id: 'a', topic: TOPIC, body: '{}', at: 0 }, SECRET);
    const names = ['authorization', 'cookie', 'proxy-authorization', 'host', 'x-forwarded-for'];
    const kept = maskHeaders({ ...headers, ...Object.fromEntries(names.map((name) => [name, 'canary'])) });
    expect(Object.keys(kept)).toEqual(Object.keys(headers));
    expect(maskHeaders({ 'x-token': 'a', 'x-app-secret': 'b', 'x-b': ['c', 'd'], 'x-c': undefined })).toEqual(
      {
        'x-token': '…',
        'x-app-secret': '…',
        'x-b': 'c, d',
        'x-c': '',
      },
    );
    expect(maskHeaders({ 'x-long': 'x'.repeat(501) })['x-long']).toHaveLength(500);
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, '']));
    expect(maskHeaders({ cookie: 'a', ...many(61) })).toEqual(many(60));
  });
});
