import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IndexState } from '#contract/desk/inquiries.ts';
import { defaultHours } from '#contract/hours.ts';
import { FOREIGN, OWN } from '#testing/gateway-world.ts';
import { HOUR, ZONE, hrefs, openInquiryWorld, sidAt } from '#testing/inquiry-world.ts';
import { onEachEngine } from '#testing/engines.ts';

onEachEngine((engine) => {
  describe('lists of inquiries', () => {
    it('are asked page after page, over all agencies that the person may see', async () => {
      const given = Array.from({ length: 30 }, (_, index) => ({
        hoursAgo: index,
        agency: index % 3 ? OWN : FOREIGN,
      }));
      await using it = await openInquiryWorld(engine, given);
      const partner = await it.as('partner');
      const first = await partner.find();
      expect(first.rows).toHaveLength(25);
      expect(first.rows[1]).toEqual({
        adminMail: OWN,
        inquiry: it.inquiries[1]?.inquiry,
        followUp: null,
        seen: false,
        dueAt: expect.any(Number) as number,
        earlierFromBuyer: false,
      });
      expect(first).toMatchObject({ total: 30, readAt: it.world.clock.now });
      expect(first.hours).toEqual({ [OWN]: defaultHours(ZONE), [FOREIGN]: defaultHours(ZONE) });
      const second = await partner.find(`?cursor=${first.next}`);
      expect(second.total).toBeNull();
      expect(second.next).toBeNull();
      expect([...hrefs(first), ...hrefs(second)]).toEqual(given.map((_, index) => sidAt(index)));
      expect(hrefs(await partner.find('?limite=2&orden=antiguas'))).toEqual([sidAt(29), sidAt(28)]);

      const seller = await it.as('seller');
      expect(new Set((await seller.find('?limite=100')).rows.map(({ adminMail }) => adminMail))).toEqual(
        new Set([OWN]),
      );
      expect((await seller.counts()).builtIn.esperando).toBe(20);
      expect((await partner.counts()).builtIn.esperando).toBe(30);
      expect(
        (await partner.counts(`?agencia=${OWN}&agencia=${FOREIGN.toUpperCase()}`)).builtIn.esperando,
      ).toBe(30);
    });

    it('keep their inboxes open for two minutes, and note that once a minute', async () => {
      await using it = await openInquiryWorld(engine, [{}, { agency: FOREIGN }]);
      const seller = await it.as('seller');
      const openUntil = async () => {
        await seller.find();
        const rows = await it.db
          .selectFrom('indexed_agency')
          .select('watched_until')
          .where('watched_until', '>', 0)
          .execute();
        return rows.map(({ watched_until }) => watched_until);
      };
      const { now } = it.world.clock;
      expect(await openUntil()).toEqual([now + 120_000]);
      it.world.clock.now = now + 59_999;
      expect(await openUntil()).toEqual([now + 120_000]);
      it.world.clock.now = now + 60_000;
      expect(await openUntil()).toEqual([now + 180_000]);
    });

    it('say nothing of a foreign agency, by whatever endpoint', async () => {
      await using it = await openInquiryWorld(engine, [
        { agency: FOREIGN, phone: '11 4444 3333' },
        { phone: '11 4444 3333' },
      ]);
      const seller = await it.as('seller');
      for (const path of ['', '/counts', '/facets', `/rows?sid=${sidAt(0)}`])
        for (const query of [`?agencia=${FOREIGN}`, `?agencia=${OWN}&agencia=${FOREIGN}`]) {
          const answer = await seller.call(
            `/desk/inquiries${path}${path.includes('?') ? query.replace('?', '&') : query}`,
          );
          expect([answer.statusCode, answer.json().Type]).toEqual([403, '/problems/foreign-agency']);
        }
      for (const path of ['', '/buyer'])
        expect((await seller.call(`/desk/inquiries/${FOREIGN}/${sidAt(0)}${path}`)).statusCode).toBe(403);
      expect((await seller.ofBuyer(1)).inquiries).toEqual([]);
      expect((await seller.find()).rows).toMatchObject([{ earlierFromBuyer: false }]);
      const state = (await seller.call('/desk/inquiries/state')).json<IndexState>();
      expect(state.agencies.map(({ adminMail }) => adminMail)).toEqual([OWN]);
    });

    it('are of their own inquiries for who is shown no others', async () => {
      const own = 'vendedora@vitrina.example';
      await using it = await openInquiryWorld(engine, [
        { operator: 'otra@x.example', phone: '11 4444 3333' },
        { operator: own },
      ]);
      const mine = it.world.mail('seller');
      await it.db.updateTable('inquiry').set({ operator_key: mine }).where('sid', '=', sidAt(1)).execute();
      await it.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
      const seller = await it.as('seller');
      expect(hrefs(await seller.find())).toEqual([sidAt(1)]);
      expect((await seller.counts()).builtIn.esperando).toBe(1);
      expect((await seller.facets()).total).toBe(1);
      expect((await seller.call('/desk/inquiries/state')).json<IndexState>().agencies).toMatchObject([
        { adminMail: OWN, inquiries: 1 },
      ]);
      const checked = await seller.check(`?sid=${sidAt(0)}&sid=${sidAt(1)}`);
      expect(checked.rows.map(({ sid }) => sid)).toEqual([sidAt(1)]);
      for (const path of ['', '/buyer'])
        expect((await seller.call(`/desk/inquiries/${OWN}/${sidAt(0)}${path}`)).statusCode).toBe(404);
      expect((await seller.call(`/desk/inquiries/${OWN}/${sidAt(1)}`)).statusCode).toBe(200);
    });

    it('prove what is asked about one while the service is away', async () => {
      await using it = await openInquiryWorld(engine, [{ operator: 'otra@x.example' }, {}]);
      it.world.upstream.answer = (_, response) => response.destroy();
      const mine = it.world.mail('seller');
      await it.db.updateTable('inquiry').set({ operator_key: mine }).where('sid', '=', sidAt(1)).execute();
      await it.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
      const { call } = await it.as('seller');
      for (const [index, status] of [
        [0, 503],
        [1, 200],
      ] as const) {
        const about = `${OWN}/${sidAt(index)}`;
        for (const url of [`/desk/follow-up/${about}`, `/desk/inquiries/${about}/buyer`])
          expect([url, (await call(url)).statusCode]).toEqual([url, status]);
      }
    });

    it('give one by its address, unless the service does not have it any more', async () => {
      await using it = await openInquiryWorld(engine, [{}, {}, { agency: FOREIGN }]);
      const gone = { gone_at: it.world.clock.now };
      await it.db.updateTable('inquiry').set(gone).where('sid', '=', sidAt(1)).execute();
      const partner = await it.as('partner');
      const one = (mail: string, sid: string) => partner.call(`/desk/inquiries/${mail}/${sid}`);
      const found = await one(OWN.toUpperCase(), sidAt(0).toLowerCase());
      expect(found.json()).toEqual({ inquiry: it.inquiries[0]?.inquiry, asOf: it.world.clock.now });
      expect((await one(OWN, sidAt(1))).statusCode).toBe(404);
      // It belongs to another agency.
      expect((await one(OWN, sidAt(2))).statusCode).toBe(404);
      expect((await one(FOREIGN, sidAt(2))).statusCode).toBe(200);
    });

    it('find one by its whole sid within the scope', async () => {
      await using it = await openInquiryWorld(engine, [{}, {}, { agency: FOREIGN }]);
      const gone = { gone_at: it.world.clock.now };
      await it.db.updateTable('inquiry').set(gone).where('sid', '=', sidAt(1)).execute();
      const [partner, seller] = [await it.as('partner'), await it.as('seller')];
      const find = async ({ find: findIn }: typeof partner, sid: string) =>
        hrefs(await findIn(`?buscar=${sid}`));
      expect(await find(partner, sidAt(0).toLowerCase())).toEqual([sidAt(0)]);
      expect(await find(partner, sidAt(1))).toEqual([]);
      expect(await find(partner, sidAt(2))).toEqual([sidAt(2)]);
      expect(await find(partner, sidAt(0).slice(0, -1))).toEqual([]);
      expect(await find(seller, sidAt(0))).toEqual([sidAt(0)]);
      expect(await find(seller, sidAt(2))).toEqual([]);
      expect((await seller.facets(`?buscar=${sidAt(0)}`)).total).toBe(1);
    });

    it('follow what people do', async () => {
      await using it = await openInquiryWorld(engine, [{ hoursAgo: 3 }, { hoursAgo: 2 }]);
      const seller = await it.as('seller');
      await seller.change(0, { version: 0, change: { kind: 'claim', claimed: true } });
      expect((await seller.counts()).builtIn).toMatchObject({ esperando: 2, mias: 1, pospuestas: 0 });
      const until = it.world.clock.now + HOUR / 6;
      await seller.change(0, { version: 1, change: { kind: 'snooze', until } });
      expect((await seller.counts()).builtIn).toMatchObject({ esperando: 1, mias: 1, pospuestas: 1 });
      it.world.clock.now = until + 1000;
      expect(await seller.counts()).toMatchObject({ builtIn: { esperando: 2, pospuestas: 1 }, back: 1 });
      await seller.change(0, { version: 2, change: { kind: 'touch', how: 'call' } });
      expect((await seller.counts()).builtIn).toMatchObject({ esperando: 1, mias: 1, pospuestas: 0 });
      expect((await seller.find('?vista=mias')).rows).toMatchObject([{ followUp: { status: 'answered' } }]);
    });

    it('tell what they have gained since a time, and what of them is not theirs any more', async () => {
      await using it = await openInquiryWorld(engine, [{ hoursAgo: 5 }, { hoursAgo: 4 }, { hoursAgo: 3 }]);
      const { clock } = it.world;
      const seller = await it.as('seller');
      const gained = async (view: string, since: number) =>
        hrefs(await seller.find(`?vista=${view}&novedades=${since}`));
      const start = clock.now;
      expect(await gained('esperando', start)).toEqual([]);
      // The first read of an agency indexes existing inquiries.
      expect(await gained('esperando', start - 1)).toEqual([]);
      await it.db
        .updateTable('indexed_agency')
        .set({ full_read_at: start - 1 })
        .execute();
      expect(await gained('esperando', start - 1)).toEqual([sidAt(0), sidAt(1), sidAt(2)]);
      const until = start + HOUR / 6;
      await seller.change(1, { version: 0, change: { kind: 'snooze', until } });
      clock.now = until + 1000;
      expect(await gained('esperando', start)).toEqual([sidAt(1)]);
      expect(await gained('hoy', start)).toEqual([]);
      await seller.change(2, { version: 0, change: { kind: 'claim', claimed: true } });
      expect(await gained('mias', until)).toEqual([sidAt(2)]);
      // A note does not move it into the list.
      expect(await gained('esperando', until)).toEqual([]);
      await it.db
        .updateTable('inquiry')
        .set({ due_at: until + 500 })
        .where('sid', '=', sidAt(0))
        .execute();
      expect(await gained('tarde', until)).toEqual([sidAt(0)]);

      await seller.change(0, { version: 0, change: { kind: 'touch', how: 'call' } });
      const checked = await seller.check(`?vista=esperando&sid=${sidAt(0)}&sid=${sidAt(2).toLowerCase()}`);
      expect(checked).toMatchObject({
        rows: [
          { adminMail: OWN, sid: sidAt(2), matches: true, followUp: { status: 'new' }, seen: false },
          { adminMail: OWN, sid: sidAt(0), matches: false, followUp: { status: 'answered' } },
        ],
        readAt: clock.now,
      });
      expect(checked.hours).toEqual({ [OWN]: defaultHours(ZONE) });
    });

    it('count a saved view over agencies of its own, of those that the person may see', async () => {
      await using it = await openInquiryWorld(engine, [{}, { agency: FOREIGN }, { agency: FOREIGN }]);
      const count = async (role: 'seller' | 'partner', search: string) => {
        const one = await it.as(role);
        const id = randomUUID();
        const payload = { id, name: search, search, shared: false };
        expect((await one.call('/desk/views', { method: 'POST', payload })).statusCode).toBe(201);
        return (await one.counts(`?agencia=${OWN}&guardadas=${id}`)).saved[id];
      };
      expect(await count('partner', '?marca=ford')).toBe(1);
      expect(await count('partner', `?agencia=${FOREIGN}`)).toBe(2);
      expect(await count('partner', '?agencia=todas')).toBe(3);
      expect(await count('seller', '?agencia=todas')).toBe(1);
    });

    it('count saved views, whose days may be relative', async () => {
      await using it = await openInquiryWorld(engine, [
        { make: 'Ford' },
        { make: 'Fiat' },
        { make: 'Fiat', hoursAgo: 24 * 20 },
      ]);
      const seller = await it.as('seller');
      const save = async (search: string) => {
        const id = randomUUID();
        const payload = { id, name: search, search, shared: false };
        expect((await seller.call('/desk/views', { method: 'POST', payload })).statusCode).toBe(201);
        return id;
      };
      const [fiat, recent, waiting] = [
        await save('?marca=fiat'),
        await save('?marca=fiat&desde=-7d'),
        await save('?cola=esperando&desde=nunca'),
      ];
      const query = [fiat, recent, waiting].map((id) => `guardadas=${id}`).join('&');
      expect((await seller.counts(`?${query}`)).saved).toEqual({ [fiat]: 2, [recent]: 1, [waiting]: 2 });
      expect((await seller.counts(`?guardadas=${fiat}`)).saved).toEqual({ [fiat]: 2 });
      expect((await seller.counts()).saved).toEqual({});
    });

    it('count no saved view of somebody else', async () => {
      await using it = await openInquiryWorld(engine, [{}]);
      const [seller, partner] = [await it.as('seller'), await it.as('partner')];
      const payload = { id: randomUUID(), name: 'Mía', search: '?marca=ford', shared: false };
      expect((await partner.call('/desk/views', { method: 'POST', payload })).statusCode).toBe(201);
      expect((await seller.counts(`?guardadas=${payload.id}`)).saved).toEqual({});
    });

    it('tell whose inquiries are the same buyer’s, and why', async () => {
      await using it = await openInquiryWorld(engine, [
        { phone: '0351 15-555-0111', mail: 'ana@correo.example', hoursAgo: 5 },
        { phone: '+54 9 351 555-0111', agency: FOREIGN, hoursAgo: 4 },
        { mail: 'ANA@correo.example', hoursAgo: 3 },
        { phone: '1111111111', hoursAgo: 2 },
        { phone: '1111111111' },
      ]);
      const partner = await it.as('partner');
      expect((await partner.ofBuyer(0)).inquiries).toMatchObject([
        { adminMail: OWN, sid: sidAt(2), reasons: ['mail'], followUp: null },
        { adminMail: FOREIGN, sid: sidAt(1), reasons: ['phone'] },
      ]);
      expect((await partner.find()).rows.map(({ earlierFromBuyer }) => earlierFromBuyer)).toEqual([
        false,
        false,
        true,
        true,
        false,
      ]);
    });

    it.each([
      '?cursor=x',
      '?cursor=W10',
      '?desde=ayer',
      '?limite=101',
      '?vista=otra',
      '?agencia=nadie',
      '?novedades=hoy',
      '?otro=1',
      '/rows',
      '/rows?sid=x',
    ])('refuse what cannot be asked: %s', async (query) => {
      await using it = await openInquiryWorld(engine, []);
      const partner = await it.as('partner');
      expect((await partner.call(`/desk/inquiries${query}`)).statusCode).toBe(400);
    });
  });
});
