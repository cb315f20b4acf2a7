import { describe, expect, it } from 'vitest';
import type { LiveData } from '#contract/desk/live.ts';
import { MAX_MISSED_PER_HOUR } from '#contract/desk/notifications.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Engine } from '#database/database.ts';
import { saveReceived, saveRefused } from '#gateway/deliveries/store.ts';
import { createPeople } from '#gateway/people/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { changeTopic } from '#testing/delivery-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, BUYER, OTHER_AGENCY, openNotificationWorld } from '#testing/notification-world.ts';
import { reportMissed } from './missed-alarm.ts';

const RECEIVER = 'https://vitrina.example/hooks/1';
const NOW = Date.parse('2026-11-16T10:00:00-03:00');
const MISSED_AFTER_MS = 2 * MINUTE_MS;
const MANY = MAX_MISSED_PER_HOUR + 1;

/** Partners Paula and Pedro, Sara of support, and a topic that sends here since the day before. */
async function open(engine: Engine) {
  const world = await openNotificationWorld(engine, new Date(NOW - DAY_MS).toISOString());
  const { db, clock, dependencies } = world;
  await createPeople(
    db,
    [
      { mail: 'pedro@x.example', name: 'Pedro', role: 'partner', agencies: [], password: 'x' },
      { mail: 'sara@x.example', name: 'Sara', role: 'support', agencies: [], password: 'x' },
    ],
    stampAt(clock.now),
  );
  const idOf = async (name: string) =>
    (await db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  let isHeld = false;
  const setTopic = (at: number, { callback = RECEIVER, active = true } = {}) =>
    changeTopic({ db }, at, callback, active);
  await setTopic(NOW - DAY_MS);
  const events = async () => {
    const rows = await db
      .selectFrom('live_event')
      .select(['data', 'agency_key'])
      .where('kind', '=', 'missed')
      .orderBy('id')
      .execute();
    return rows.map(({ data }) => JSON.parse(data) as LiveData<'missed'>);
  };
  return {
    ...world,
    idOf,
    setTopic,
    events,
    hold: () => {
      isHeld = true;
    },
    /** Inquiries that a sweep found. @returns their sids */
    miss: async (count: number, at: number, agency = AGENCY) => {
      const sids: string[] = [];
      for (let number = 0; number < count; number++)
        sids.push(await world.receive(new Date(at).toISOString(), { agency, source: 'list' }));
      return sids;
    },
    /** Runs the worker at a time, as two gateways at once. @returns the number of alarms until now */
    runAt: async (at: number) => {
      clock.now = at;
      const gateway = {
        ...dependencies,
        receiver: { url: RECEIVER } as never,
        sendingHold: { isHeld: async () => isHeld },
      };
      await Promise.all([1, 2].map(() => reportMissed(gateway)));
      return (await events()).length;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('the alarm of missed messages', () => {
    it.each([
      [MAX_MISSED_PER_HOUR, 0],
      [MANY, 1],
    ])('%i within an hour raise %i alarms, by two gateways', async (count, alarms) => {
      await using desk = await open(engine);
      await desk.miss(count, NOW - 10 * MINUTE_MS);
      expect(await desk.runAt(NOW)).toBe(alarms);
      expect(await desk.mails()).toHaveLength(3 * alarms);
    });

    it.each([
      ['one that is not late yet', -MISSED_AFTER_MS, 0],
      ['one that is late now', -MISSED_AFTER_MS - 1, 1],
      ['one of an hour before', -MISSED_AFTER_MS - HOUR_MS, 1],
      ['an earlier one', -MISSED_AFTER_MS - HOUR_MS - 1, 0],
    ])('counts the last hour: %s', async (_, age, alarms) => {
      await using desk = await open(engine);
      await desk.miss(MAX_MISSED_PER_HOUR, NOW - 10 * MINUTE_MS);
      await desk.miss(1, NOW + age);
      expect(await desk.runAt(NOW)).toBe(alarms);
    });

    it('counts no inquiry whose message came, and none that was there before its agency', async () => {
      await using desk = await open(engine);
      const [sid = ''] = await desk.miss(MANY, NOW - 10 * MINUTE_MS);
      const message = {
        topic: INQUIRY_TOPIC,
        agency: AGENCY,
        sid,
        hookId: 'hook',
        bodySigned: true,
        isTopicSigned: true,
        size: 2,
        headers: {},
        payload: '{}',
      };
      await desk.db
        .transaction()
        .execute((transaction) =>
          saveReceived(transaction, message, { ...stampAt(NOW), receiver: RECEIVER, settingsAt: 0 }),
        );
      await desk.db.updateTable('indexed_agency').set({ added_at: NOW }).where('name', 'is', null).execute();
      await desk.miss(MANY, NOW - 10 * MINUTE_MS, OTHER_AGENCY);
      expect(await desk.runAt(NOW)).toBe(0);
    });

    it('says how many, of which agencies, since when and why, and nothing of buyers', async () => {
      await using desk = await open(engine);
      await desk.db
        .insertInto('digest')
        .values({
          person_id: await desk.idOf('Sara'),
          enabled: 0,
          hour: 8,
          language: 'en',
          last_sent_day: null,
        })
        .execute();
      await desk.miss(5, NOW - 30 * MINUTE_MS);
      await desk.miss(3, NOW - 5 * MINUTE_MS, OTHER_AGENCY);
      await saveRefused(
        desk.db,
        { topic: INQUIRY_TOPIC, hookId: null, reason: 'signature', size: 2, headers: {} },
        stampAt(NOW - 29 * MINUTE_MS),
      );
      await desk.runAt(NOW);
      const people = ['Paula', 'Pedro', 'Sara'];
      expect(await desk.events()).toEqual([
        {
          count: 8,
          since: NOW - 30 * MINUTE_MS,
          to: (await Promise.all(people.map(desk.idOf))).toSorted(),
        },
      ]);
      const mails = await desk.mails();
      expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
        ['paula@x.example', '8 consultas llegaron sin aviso'],
        ['pedro@x.example', '8 consultas llegaron sin aviso'],
        ['sara@x.example', '8 inquiries came without their webhook'],
      ]);
      expect(mails[0]?.text).toContain('Desde las 09:30');
      expect(mails[0]?.text).toContain('Causa: la firma no coincide (5), no se sabe (3).');
      expect(mails[0]?.text).toContain(`Agencia · Sin aviso\nRuta 9 · 5\n${OTHER_AGENCY} · 3`);
      expect(mails[0]?.text).toContain('https://vitrina.example/balance?from=2026-11-16&to=2026-11-16');
      expect(mails[2]?.text).toContain('Cause: the signature doesn’t match (5), unknown (3).');
      expect(JSON.stringify(mails)).not.toContain(BUYER);
    });

    it('is not repeated while messages are missed, and raised again after an hour without', async () => {
      await using desk = await open(engine);
      await desk.miss(MANY, NOW - 10 * MINUTE_MS);
      expect(await desk.runAt(NOW)).toBe(1);
      // One missed message lets the incident go on.
      await desk.miss(1, NOW + 30 * MINUTE_MS);
      const last = NOW + 30 * MINUTE_MS + MISSED_AFTER_MS + HOUR_MS;
      expect(await desk.runAt(NOW + 55 * MINUTE_MS)).toBe(1);
      expect(await desk.runAt(last)).toBe(1);
      await desk.miss(MANY, last + 30 * MINUTE_MS);
      expect(await desk.runAt(last + HOUR_MS - 1)).toBe(1);
      await desk.miss(MANY, last + 2 * HOUR_MS);
      expect(await desk.runAt(last + 3 * HOUR_MS - 1)).toBe(2);
    });

    it.each([
      [DAY_MS - 1, 1],
      [DAY_MS, 2],
    ])('an incident that still lasts after %i ms was reported %i times', async (after, alarms) => {
      await using desk = await open(engine);
      for (let at = 0; at <= DAY_MS; at += 30 * MINUTE_MS) {
        await desk.miss(MANY, NOW - 10 * MINUTE_MS + at);
        expect(await desk.runAt(NOW + Math.min(at, after))).toBe(at < DAY_MS ? 1 : alarms);
      }
    });

    it.each([
      [MINUTE_MS, 0],
      [MINUTE_MS + 1, 1],
    ])(
      'an incident %i ms in the future, of a wrong clock, lets %i alarms be raised',
      async (aheadMs, alarms) => {
        await using desk = await open(engine);
        await desk.db
          .updateTable('missed_alarm')
          .set({ raised_at: NOW, last_missed_at: NOW + aheadMs })
          .execute();
        await desk.miss(MANY, NOW - 10 * MINUTE_MS);
        expect(await desk.runAt(NOW)).toBe(alarms);
      },
    );

    it('is silent for what was missed while the topic was off or elsewhere, and on a copy', async () => {
      await using desk = await open(engine);
      await desk.setTopic(NOW - 40 * MINUTE_MS, { active: false });
      await desk.miss(MANY, NOW - 35 * MINUTE_MS);
      await desk.setTopic(NOW - 30 * MINUTE_MS, { callback: 'https://crm.example/hook' });
      await desk.miss(MANY, NOW - 25 * MINUTE_MS);
      expect(await desk.runAt(NOW)).toBe(0);
      await desk.setTopic(NOW - 20 * MINUTE_MS);
      await desk.miss(MANY, NOW - 10 * MINUTE_MS);
      desk.hold();
      expect(await desk.runAt(NOW)).toBe(0);
    });

    it('is raised for what was missed after the service, or somebody elsewhere, changed the topic', async () => {
      await using desk = await open(engine);
      const at = NOW - 40 * MINUTE_MS;
      await desk.db
        .insertInto('topic_reading')
        .values({ id: '01', topic: INQUIRY_TOPIC, at, state: 'off' })
        .execute();
      await desk.miss(MANY, NOW - 10 * MINUTE_MS);
      expect(await desk.runAt(NOW)).toBe(1);
      expect((await desk.mails())[0]?.text).toContain('Causa: el aviso estaba apagado.');
    });

    it('is raised once somebody elsewhere pointed the topic here again', async () => {
      await using desk = await open(engine);
      await desk.setTopic(NOW - 50 * MINUTE_MS, { active: false });
      await desk.db
        .insertInto('topic_reading')
        .values({ id: '01', topic: INQUIRY_TOPIC, at: NOW - 40 * MINUTE_MS, state: 'here' })
        .execute();
      await desk.miss(MANY, NOW - 10 * MINUTE_MS);
      expect(await desk.runAt(NOW)).toBe(1);
    });

    it('tells nobody who switched it off, who lost access, or who has not accepted the invitation', async () => {
      await using desk = await open(engine);
      await desk.db
        .insertInto('webhook_alarm_mute')
        .values({ person_id: await desk.idOf('Paula') })
        .execute();
      await desk.db.updateTable('person').set({ disabled_at: 1 }).where('name', '=', 'Pedro').execute();
      await desk.miss(MANY, NOW - 10 * MINUTE_MS);
      expect(await desk.runAt(NOW)).toBe(1);
      expect((await desk.mails()).map(({ recipient }) => recipient)).toEqual(['sara@x.example']);
      await desk.db.updateTable('person').set({ accepted_at: null }).where('name', '=', 'Sara').execute();
      await desk.miss(MANY, NOW + DAY_MS - 10 * MINUTE_MS);
      expect(await desk.runAt(NOW + DAY_MS)).toBe(1);
      expect(await desk.mails()).toHaveLength(1);
    });

    it('is raised by the next run after one that ended between claim and mail', async () => {
      await using desk = await open(engine);
      await desk.miss(MANY, NOW - 10 * MINUTE_MS);
      await desk.db.schema.alterTable('mail').renameTo('mail_away').execute();
      await expect(desk.runAt(NOW)).rejects.toThrow('mail');
      await desk.db.schema.alterTable('mail_away').renameTo('mail').execute();
      expect(await desk.runAt(NOW + MINUTE_MS)).toBe(1);
      expect(await desk.mails()).toHaveLength(3);
    });
  });
});
