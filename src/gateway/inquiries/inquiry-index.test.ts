import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IndexState } from '#contract/desk/inquiries.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { signNotification } from '#signing/webhook.ts';
import { FOREIGN, OWN, json } from '#testing/gateway-world.ts';
import { scheduleSweep } from './agencies.ts';
import { HOUR, hrefs, openInquiryWorld, pathOf, sidAt } from '#testing/inquiry-world.ts';
import { onEachEngine } from '#testing/engines.ts';

const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const TOPIC = 'consulta-recibida';

onEachEngine((engine) => {
  describe('the index', () => {
    it('has an inquiry before its webhook is answered, once, and tells how it came', async () => {
      await using it = await openInquiryWorld(engine, [], {
        answer: json({ Callback: 'https://a.example/x', _links: {} }, 201),
      });
      const support = await it.as('support');
      const configured = await support.call(`/v3/appnotificaciones/${TOPIC}`, {
        method: 'POST',
        payload: { Callback: 'https://a.example/x', Secret: SECRET },
      });
      expect(configured.statusCode).toBe(201);
      const body = JSON.stringify({
        Momento: new Date(it.world.clock.now).toISOString(),
        Auto: { Marca: 'Fiat' },
        Interesado: { Nombre: 'Ana' },
        _links: { self: { href: it.world.upstream.origin + pathOf(OWN, 7) } },
      });
      for (let time = 0; time < 2; time++) {
        const headers = signNotification(
          { id: randomUUID(), topic: TOPIC, body, at: it.world.clock.now },
          SECRET,
        );
        const path = new URL(it.world.gateway.receiverUrl).pathname;
        const sent = await it.world.call(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
        });
        expect(sent.statusCode).toBe(204);
      }
      expect(hrefs(await support.find(`?agencia=${OWN}&buscar=fiat`))).toEqual([sidAt(7)]);
      expect(await it.db.selectFrom('inquiry').select(['discovery_source', 'is_waiting']).execute()).toEqual([
        { discovery_source: 'webhook', is_waiting: 1 },
      ]);
    });

    it('keeps nothing of an erased inquiry that a webhook brings again', async () => {
      const phone = '11 4444-3333';
      await using it = await openInquiryWorld(engine, [{ name: 'Zoe', phone }], {
        answer: json({ Callback: 'https://a.example/x', _links: {} }, 201),
      });
      const partner = await it.as('partner');
      await partner.call(`/v3/appnotificaciones/${TOPIC}`, {
        method: 'POST',
        payload: { Callback: 'https://a.example/x', Secret: SECRET },
      });
      await partner.call(`/desk/inquiries/${OWN}/${sidAt(0)}/buyer`, { method: 'DELETE' });
      const send = async (index: number) => {
        const at = it.world.clock.now;
        const self = { href: it.world.upstream.origin + pathOf(OWN, index) };
        const body = JSON.stringify({ ...it.inquiries[0]?.inquiry, _links: { self } });
        const headers = signNotification({ id: randomUUID(), topic: TOPIC, body, at }, SECRET);
        const sent = await it.world.call(new URL(it.world.gateway.receiverUrl).pathname, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
        });
        expect(sent.statusCode).toBe(204);
      };
      await send(0);
      // The same buyer wrote this one before the erasure, too.
      await send(7);
      expect((await partner.find()).rows).toEqual([]);
      const deliveries = await it.db.selectFrom('delivery').select(['outcome', 'payload']).execute();
      expect(deliveries).toEqual(Array.from({ length: 2 }, () => ({ outcome: 'received', payload: null })));
      const events = await it.db
        .selectFrom('live_event')
        .select('id')
        .where('kind', '=', 'inquiry')
        .execute();
      expect(events).toEqual([]);
    });

    it('keeps an agency and an inquiry that a person’s read does not find', async () => {
      await using it = await openInquiryWorld(engine, [{}]);
      const [partner, seller] = [await it.as('partner'), await it.as('seller')];
      it.world.upstream.answer = json({ _entries: [], _links: {} });
      const list = addressOf(v3.listInquiries, { adminMail: OWN });
      for (const person of [partner, seller]) expect((await person.call(list)).statusCode).toBe(200);
      const lastAgencies = () => it.db.selectFrom('person').select('last_agency').execute();
      it.world.upstream.answer = (_, response) => response.writeHead(404).end();
      expect((await partner.call(list)).statusCode).toBe(404);
      expect((await partner.call(pathOf(OWN, 0))).statusCode).toBe(404);
      expect(hrefs(await partner.find())).toEqual([sidAt(0)]);
      expect(await it.db.selectFrom('indexed_agency').select('agency_key').execute()).toHaveLength(2);
      // It stays the first page of others.
      expect((await lastAgencies()).filter(({ last_agency }) => last_agency === OWN)).toHaveLength(1);
    });

    it('takes up a page that somebody is shown, and tells others of what it lacked', async () => {
      await using it = await openInquiryWorld(engine, [{}, {}]);
      const at = it.world.clock.now;
      await it.db.updateTable('indexed_agency').set({ full_read_at: at }).execute();
      const [known] = it.inquiries;
      const arrived = { ...known?.inquiry, _links: { self: { href: pathOf(OWN, 9) } } };
      it.world.upstream.answer = json({ _entries: [known?.inquiry, arrived, 'otra cosa'], _links: {} });
      const seller = await it.as('seller');
      const list = addressOf(v3.listInquiries, { adminMail: OWN });
      for (let time = 0; time < 2; time++) expect((await seller.call(list)).statusCode).toBe(200);
      expect((await seller.find()).rows).toHaveLength(3);
      const events = await it.db.selectFrom('live_event').select('data').execute();
      expect(events.map(({ data }) => JSON.parse(data) as object)).toEqual([
        { adminMail: OWN, sid: sidAt(9) },
      ]);
    });

    it('takes up an inquiry that is opened as it is now, and hides a disassociated agency', async () => {
      await using it = await openInquiryWorld(engine, [{ make: 'Ford' }, { agency: FOREIGN }]);
      const partner = await it.as('partner');
      it.world.upstream.answer = json({ ...it.inquiries[0]?.inquiry, Auto: { Marca: 'Renault' } });
      expect((await partner.call(pathOf(OWN, 0))).statusCode).toBe(200);
      expect(hrefs(await partner.find('?marca=renault'))).toEqual([sidAt(0)]);
      expect((await partner.find(`?agencia=${OWN}&buscar=ford`)).rows).toEqual([]);

      it.world.upstream.answer = (_, response) => response.writeHead(204).end();
      expect((await partner.call(`/v3/agencias/${OWN}/desasociar`, { method: 'PATCH' })).statusCode).toBe(
        204,
      );
      expect(hrefs(await partner.find())).toEqual([sidAt(1)]);
      const shown = it.db.selectFrom('indexed_agency').select('agency_key').where('gone_at', 'is', null);
      expect(await shown.execute()).toEqual([{ agency_key: FOREIGN }]);
    });

    it('is read every minute where somebody looks at it', async () => {
      await using it = await openInquiryWorld(engine, [{}]);
      const { now } = it.world.clock;
      const dueAt = async () =>
        (await it.db.selectFrom('indexed_agency').select('due_at').orderBy('agency_key').execute()).map(
          (row) => row.due_at - now,
        );
      await it.db
        .updateTable('indexed_agency')
        .set({ due_at: now + HOUR })
        .execute();
      const partner = await it.as('partner');
      await partner.find(`?agencia=${OWN}`);
      expect(await dueAt()).toEqual([HOUR, 60_000]);
      await partner.counts();
      expect(await dueAt()).toEqual([60_000, 60_000]);
    });

    it('erases what it has of a buyer, for good, and nothing of others', async () => {
      const phone = '11 4444-3333';
      await using it = await openInquiryWorld(engine, [
        { name: 'Zoe', phone, mail: 'zoe@x.example' },
        { name: 'Zoe', phone: '+54 9 11 4444 3333', agency: FOREIGN },
        { name: 'Beto', mail: 'beto@x.example' },
        { name: 'Caro' },
      ]);
      const partner = await it.as('partner');
      const note = { kind: 'note', text: 'Zoe vive en Salta', contact: true };
      await partner.change(0, { version: 0, change: note });
      await it.db
        .insertInto('delivery')
        .values(
          [0, 2].map((index) => ({
            id: `D${index}`,
            at: it.world.clock.now,
            topic: TOPIC,
            agency: OWN,
            agency_key: OWN,
            sid: sidAt(index),
            outcome: 'received' as const,
            headers: '{}',
            payload: 'Zoe',
          })),
        )
        .execute();
      const erase = (index: number) =>
        partner.call(`/desk/inquiries/${OWN}/${sidAt(index)}/buyer`, { method: 'DELETE' });
      expect((await erase(9)).statusCode).toBe(404);
      expect((await erase(0)).json()).toEqual({ inquiries: 2 });

      expect(hrefs(await partner.find())).toEqual([sidAt(2), sidAt(3)]);
      expect((await partner.find('?buscar=zoe')).rows).toEqual([]);
      const tables = ['inquiry', 'follow_up_entry', 'delivery'] as const;
      const stored = await Promise.all(tables.map((table) => it.db.selectFrom(table).selectAll().execute()));
      expect(JSON.stringify(stored)).not.toMatch(/zoe@|444433|Salta/i);
      const payloads = await it.db.selectFrom('delivery').select(['id', 'payload']).orderBy('id').execute();
      expect(payloads).toEqual([
        { id: 'D0', payload: null },
        { id: 'D2', payload: 'Zoe' },
      ]);
      const timeline = await partner.call(`/desk/follow-up/${OWN}/${sidAt(0)}`);
      expect(timeline.json()).toMatchObject({ timeline: [{ change: { kind: 'note', text: '—' } }] });

      // Nothing of later writes is stored, nor of the copy that the service shows when it is opened.
      expect(timeline.json()).toMatchObject({ erasedAt: it.world.clock.now });
      it.world.upstream.answer = json(it.inquiries[0]?.inquiry);
      for (const [change, status] of [
        [{ kind: 'note', text: 'Zoe vive en Salta', contact: false }, 409],
        [{ kind: 'hand-over', to: 'p1', note: 'Llamar a Zoe' }, 409],
        [{ kind: 'status', status: 'lost' }, 200],
      ] as const) {
        await partner.change(0, { version: 1, change }, status);
      }
      const seen = `/desk/follow-up/${OWN}/${sidAt(0)}/seen`;
      await partner.call(seen, { method: 'PUT' });
      const rewritten = await Promise.all(
        tables.map((table) => it.db.selectFrom(table).selectAll().execute()),
      );
      expect(JSON.stringify(rewritten)).not.toMatch(/zoe@|Llamar|444433|Salta/i);

      // Neither opening it nor a sweep restores its data.
      it.world.upstream.answer = json(it.inquiries[0]?.inquiry);
      expect((await partner.call(pathOf(OWN, 0))).statusCode).toBe(200);
      expect((await partner.find('?buscar=zoe')).rows).toEqual([]);
      expect((await erase(0)).json()).toEqual({ inquiries: 0 });

      // Without phone, mail or document only this inquiry is erased.
      expect((await erase(3)).json()).toEqual({ inquiries: 1 });
      expect(hrefs(await partner.find())).toEqual([sidAt(2)]);
    });

    it('says how old an answer is, and whether it is whole', async () => {
      await using it = await openInquiryWorld(engine, [{}]);
      const partner = await it.as('partner');
      expect(await partner.find()).toMatchObject({ asOf: null, complete: false });
      const at = it.world.clock.now;
      await it.db.updateTable('indexed_agency').set({ swept_at: at, full_read_at: at }).execute();
      await it.db
        .updateTable('indexed_agency')
        .set({ swept_at: at - 1000 })
        .where('agency_key', '=', FOREIGN)
        .execute();
      expect(await partner.find()).toMatchObject({ asOf: at - 1000, complete: true, failure: null });
      expect(await partner.find(`?agencia=${OWN}`)).toMatchObject({ asOf: at, complete: true });
      await scheduleSweep(it.db, OWN, at + HOUR);
      const state = (await partner.call('/desk/inquiries/state')).json<IndexState>();
      expect(state.agencies).toMatchObject([
        { adminMail: FOREIGN, name: null, inquiries: 0 },
        { adminMail: OWN, name: 'Ruta 9', inquiries: 1, sweptAt: at },
      ]);
    });

    it.each([
      ['/problems/upstream-unreachable', 'upstream-unreachable'],
      ['status 500', 'upstream-failed'],
      // The service replies.
      ['too-many-requests', null],
    ])('says that the service does not answer: %s', async (failure, code) => {
      await using it = await openInquiryWorld(engine, [{}]);
      await it.db
        .updateTable('indexed_agency')
        .set({ failing_since: 1, failure })
        .where('agency_key', '=', FOREIGN)
        .execute();
      const partner = await it.as('partner');
      for (const ask of [partner.find, partner.counts, partner.facets])
        expect(await ask()).toMatchObject({ failure: code });
      expect(await partner.find(`?agencia=${OWN}`)).toMatchObject({ failure: null });
      expect(await (await it.as('seller')).find()).toMatchObject({ failure: null });
    });

    it('reads an agency at once where a person is the first to see that the service fails, or answers again', async () => {
      await using it = await openInquiryWorld(engine, [{}]);
      const { world, db } = it;
      const partner = await it.as('partner');
      const later = world.clock.now + HOUR;
      const set = (values: { failure?: string | null }) =>
        db
          .updateTable('indexed_agency')
          .set({ due_at: later, ...values })
          .execute();
      const due = async () => {
        const rows = await db.selectFrom('indexed_agency').select(['agency_key', 'due_at']).execute();
        return rows.flatMap(({ agency_key, due_at }) => (due_at < later ? [agency_key] : []));
      };
      for (const path of [`/v3/consultas/${OWN}`, pathOf(OWN, 0)]) {
        await set({ failure: null });
        world.upstream.answer = (_, response) => response.destroy();
        expect((await partner.call(path)).statusCode).toBe(503);
        expect(await due()).toEqual([OWN]);

        await set({ failure: '/problems/upstream-unreachable' });
        await partner.call(path);
        expect(await due()).toEqual([]);
        world.upstream.answer = json(
          path.endsWith(OWN) ? { _links: {}, _entries: [] } : it.inquiries[0]?.inquiry,
        );
        expect((await partner.call(path)).statusCode).toBe(200);
        expect(await due()).toEqual([OWN]);

        await set({ failure: null });
        await partner.call(path);
        expect(await due()).toEqual([]);
      }
    });
  });
});
