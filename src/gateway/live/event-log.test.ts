import { describe, expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import type { Person } from '#gateway/people/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { OWN, FOREIGN, SID } from '#testing/gateway-world.ts';
import {
  type LoggedEvent,
  appendEvent,
  fetchEventsAfter,
  fetchLastEventId,
  hasEventsSince,
} from './event-log.ts';
import { createEventFormatters } from './visible-events.ts';

const OTHER_SID = SID.replace('X', 'Y');

const person = (values: Partial<Person>): Person => ({
  id: 'p1',
  mail: 'ana@x.example',
  name: 'Ana',
  role: 'seller',
  agencies: [OWN],
  ownInquiriesIn: [],
  lastAgency: null,
  ...values,
});
const SELLER = person({});
const LIMITED = person({ ownInquiriesIn: [OWN] });
const FOREIGNER = person({ agencies: [FOREIGN] });
const PARTNER = person({ id: 'p2', role: 'partner', agencies: null });
const SUPPORT = person({ id: 'p3', role: 'support', agencies: null });

const inquiry = (values: Partial<LoggedEvent> = {}): LoggedEvent => ({
  id: 7,
  kind: 'inquiry',
  agency_key: OWN,
  operator_key: null,
  data: JSON.stringify({ adminMail: OWN, sid: SID }),
  ...values,
});

onEachEngine((engine) => {
  describe('the log of events', () => {
    it('numbers them, and gives those after one, in order, as many as asked for', async () => {
      await using it = await openGatewayStore(engine);
      const before = await fetchLastEventId(it.db);
      for (let one = 0; one < 3; one++)
        await appendEvent(it.db, {
          kind: 'agency',
          agency_key: OWN,
          operator_key: null,
          data: { adminMail: OWN },
        });
      const after = async (id: number, limit = 9) =>
        (await fetchEventsAfter(it.db, id, limit)).map((event) => event.id);
      expect(await after(before)).toEqual([before + 1, before + 2, before + 3]);
      expect(await after(before + 1, 1)).toEqual([before + 2]);
      expect(await after(before + 3)).toEqual([]);
      expect(await fetchLastEventId(it.db)).toBe(before + 3);
    });

    it('has all events after one that was read, unless the next has been deleted', async () => {
      await using it = await openGatewayStore(engine);
      const { db } = it;
      await db
        .insertInto('live_event')
        .values([5, 6].map((id) => inquiry({ id })))
        .execute();
      const has = (id: number) => hasEventsSince(db, id, 6);
      expect([await has(3), await has(4), await has(5), await has(6), await has(7)]).toEqual([
        false,
        true,
        true,
        true,
        false,
      ]);
    });
  });

  describe('an event is told', () => {
    const told = async (
      it: Awaited<ReturnType<typeof openGatewayStore>>,
      event: LoggedEvent,
      people: readonly Person[],
    ) => {
      const [format] = await createEventFormatters(it.db, [event], people);
      return people.map((one) => format?.(one));
    };
    const isTold = async (...args: Parameters<typeof told>) => (await told(...args)).map(Boolean);

    it('to those who may read its inquiry, where they are limited, their own alone', async () => {
      await using it = await openGatewayStore(engine);
      const people = [SELLER, LIMITED, FOREIGNER, PARTNER];
      expect(await isTold(it, inquiry(), people)).toEqual([true, false, false, true]);
      const own = inquiry({ operator_key: LIMITED.mail });
      expect(await isTold(it, own, people)).toEqual([true, true, false, true]);
      expect(await isTold(it, inquiry({ operator_key: 'b@x.example' }), [LIMITED])).toEqual([false]);
    });

    it('to its operator in the index, if it is there, not to the one of the event', async () => {
      await using it = await openGatewayStore(engine);
      const own = inquiry({ operator_key: LIMITED.mail });
      const entry = {
        Momento: new Date(NOON).toISOString(),
        Auto: {},
        Interesado: { Nombre: 'Ana' },
        _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
      };
      const hours = defaultHours('America/Argentina/Buenos_Aires');
      const options = { agency: OWN, discoverySource: 'webhook', hours, now: NOON } as const;
      await upsertInquiries(it.db, [{ ...entry, OperadorResponsable: null }], options);
      expect(await isTold(it, own, [LIMITED])).toEqual([false]);
      await upsertInquiries(it.db, [{ ...entry, OperadorResponsable: LIMITED.mail }], options);
      expect(await isTold(it, inquiry(), [LIMITED])).toEqual([true]);
    });

    it('of a late inquiry to those who are named, if they may read it', async () => {
      await using it = await openGatewayStore(engine);
      const late = (to: string[], operator_key: string | null = null) =>
        inquiry({ kind: 'late', operator_key, data: JSON.stringify({ adminMail: OWN, sid: SID, to }) });
      expect(await isTold(it, late(['p1']), [SELLER, LIMITED, FOREIGNER, PARTNER])).toEqual([
        true,
        false,
        false,
        false,
      ]);
      expect(await isTold(it, late(['p1'], LIMITED.mail), [LIMITED])).toEqual([true]);
      expect(await isTold(it, late([]), [SELLER])).toEqual([false]);
    });

    it('of a mention to those who are named, if they may read the inquiry', async () => {
      await using it = await openGatewayStore(engine);
      const data = { adminMail: OWN, sid: SID, entry: 'note', by: 'Zoe' };
      const mention = (to: string[]) => inquiry({ kind: 'mention', data: JSON.stringify({ ...data, to }) });
      expect(await isTold(it, mention(['p1']), [SELLER, LIMITED, FOREIGNER, PARTNER])).toEqual([
        true,
        false,
        false,
        false,
      ]);
      expect(await isTold(it, mention([]), [SELLER, PARTNER])).toEqual([false, false]);
    });

    it('of a reminder to the person who is reminded, if they may read the inquiry', async () => {
      await using it = await openGatewayStore(engine);
      const data = { adminMail: OWN, sid: SID, entry: 'nudge', by: 'Zoe', to: ['p1'] };
      const nudge = inquiry({ kind: 'nudge', data: JSON.stringify(data) });
      expect(await isTold(it, nudge, [SELLER, LIMITED, PARTNER])).toEqual([true, false, false]);
    });

    it('of missed messages to partners and support who are named', async () => {
      await using it = await openGatewayStore(engine);
      const missed = (to: string[]) =>
        inquiry({ kind: 'missed', agency_key: null, data: JSON.stringify({ count: 6, since: NOON, to }) });
      expect(await isTold(it, missed([SELLER.id, PARTNER.id]), [SELLER, PARTNER])).toEqual([false, true]);
      expect(await isTold(it, missed([SELLER.id]), [PARTNER])).toEqual([false]);
    });

    it('of a job to who began it, and to partners', async () => {
      await using it = await openGatewayStore(engine);
      const job = (by: string) =>
        inquiry({ kind: 'job', agency_key: null, data: JSON.stringify({ id: 'j', by }) });
      expect(await isTold(it, job('p1'), [SELLER, PARTNER])).toEqual([true, true]);
      expect(await isTold(it, job('p9'), [SELLER, PARTNER])).toEqual([false, true]);
      expect(await isTold(it, job('p9'), [SUPPORT])).toEqual([false]);
    });

    it('of many inquiries with those that each may read', async () => {
      await using it = await openGatewayStore(engine);
      const inquiries = [
        { adminMail: OWN, sid: SID, version: 1 },
        { adminMail: FOREIGN, sid: OTHER_SID, version: 1 },
      ];
      const many = inquiry({ kind: 'follow-ups', agency_key: null, data: JSON.stringify({ inquiries }) });
      const [seller, foreigner, partner, limited] = await told(it, many, [
        SELLER,
        FOREIGNER,
        PARTNER,
        LIMITED,
      ]);
      expect([seller?.includes(SID), seller?.includes(FOREIGN)]).toEqual([true, false]);
      expect([foreigner?.includes(SID), foreigner?.includes(OTHER_SID)]).toEqual([false, true]);
      expect(partner).toBe(`id: 7\nevent: follow-ups\ndata: ${many.data}\n\n`);
      expect(limited).toBeUndefined();
    });
  });
});
