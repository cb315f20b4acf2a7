import { expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { BalanceFigures } from '#contract/desk/balance.ts';
import { dayAt, startOfDay } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, OTHER_AGENCY, ZONE, openNotificationWorld } from '#testing/notification-world.ts';
import { findPersonById } from '#gateway/people/store.ts';
import { fetchFollowUpDetail } from '#gateway/follow-up/store.ts';
import { fetchAgencyFigures } from '#gateway/balance/figures.ts';
import { fetchInvitations } from '#gateway/invitations/store.ts';
import { planFollowUp } from './follow-up-plan.ts';
import { prepareStory, tellStory } from './story.ts';

const DAY = '2026-11-23';
const END = startOfDay(DAY, ZONE);
const CAST = {
  invitedAgency: 'invitada@x.example',
  agencies: [
    { agency: AGENCY, sellers: [] },
    { agency: OTHER_AGENCY, target: 240, sellers: [{ mail: 'rosa@otra.example', name: 'Rosa Otra' }] },
  ],
};

async function open(engine: Engine) {
  const world = await openNotificationWorld(engine, `${DAY}T12:00:00-03:00`);
  const { db } = world;
  for (let hours = 1; hours < 40 * 24; hours += 7)
    for (const agency of [AGENCY, OTHER_AGENCY])
      await world.receive(new Date(world.clock.now - hours * 3_600_000).toISOString(), { agency });
  const dependencies = {
    ...world.dependencies,
    receiver: { masked: 'https://vitrina.example/hooks/x' } as never,
  };
  return {
    ...world,
    tell: () => tellStory(dependencies, CAST),
    begin: () => prepareStory(db, world.clock.now),
    finishIndex: () => db.updateTable('indexed_agency').set({ full_read_at: 1 }).execute(),
    read: async () => ({
      followUps: await db.selectFrom('follow_up').selectAll().orderBy('agency_key').orderBy('sid').execute(),
      entries: await db.selectFrom('follow_up_entry').selectAll().orderBy('id').execute(),
      deliveries: await db
        .selectFrom('delivery')
        .select(['at', 'outcome', 'reason', 'hook_id', 'received_count', 'agency', 'sid'])
        .orderBy('at')
        .orderBy('hook_id')
        .execute(),
      invitations: (await fetchInvitations(db)).map(({ adminMail, state, sends }) => ({
        adminMail,
        state,
        sends,
      })),
    }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  it('is told once, after the index has everything, and only after a first start', async () => {
    await using demo = await open(engine);
    expect(await demo.tell()).toBe(true);
    expect((await demo.read()).entries).toEqual([]);
    await demo.begin();
    expect(await demo.tell()).toBe(false);
    await demo.finishIndex();
    expect(await demo.tell()).toBe(true);
    const told = await demo.read();
    expect(told.followUps.length).toBeGreaterThan(100);
    await demo.begin();
    expect(await demo.tell()).toBe(true);
    expect(await demo.read()).toEqual(told);
  });

  it('has late, snoozed, won and lost ones, deliveries with a few refused, and an old invitation', async () => {
    await using demo = await open(engine);
    await demo.begin();
    await demo.finishIndex();
    await demo.tell();
    const { followUps, entries, deliveries, invitations } = await demo.read();
    const statuses = new Set(followUps.map(({ status }) => status));
    for (const status of ['answered', 'contacted', 'won', 'lost'] as const)
      expect(statuses).toContain(status);
    expect(new Set(followUps.map(({ touched_how }) => touched_how))).toEqual(
      new Set(['call', 'mail', 'whatsapp', null]),
    );
    expect(Math.max(...entries.map(({ at }) => at))).toBeLessThan(demo.clock.now);
    const waiting = await demo.db.selectFrom('inquiry').select('at').where('is_waiting', '=', 1).execute();
    expect(waiting.length).toBeGreaterThan(2);
    expect(Math.min(...waiting.map(({ at }) => at))).toBeGreaterThan(demo.clock.now - 6 * DAY_MS);
    const outcomes = Map.groupBy(deliveries, ({ outcome }) => outcome);
    expect(outcomes.get('refused')).toHaveLength(7);
    expect(outcomes.get('received')?.length).toBeGreaterThan(40);
    // The balance says of each inquiry since the topic was created that its message arrived, or was refused.
    const { now } = demo.clock;
    const balance = await fetchAgencyFigures(demo.db, {
      from: dayAt(now - 20 * DAY_MS, ZONE),
      to: DAY,
      zone: ZONE,
      now,
      causes: [],
    });
    const sum = (pick: (figures: BalanceFigures) => number) =>
      [...balance.values()].reduce((total, figures) => total + pick(figures), 0);
    expect(sum(({ ways }) => ways.earlier + ways.read)).toBe(0);
    expect(sum(({ ways }) => ways.sweep)).toBe(7);
    expect(sum(({ missed }) => missed.unknown)).toBe(7);
    expect(invitations).toMatchObject([
      { adminMail: CAST.invitedAgency, state: 'sent', sends: [{ at: demo.clock.now - 10 * DAY_MS }] },
    ]);
    // Copies in lists and the page of an inquiry agree with the timeline.
    const copies = await demo.db.selectFrom('inquiry').selectAll().execute();
    for (const { agency_key, sid, status } of followUps)
      expect(copies.find((copy) => copy.agency_key === agency_key && copy.sid === sid)?.status).toBe(status);
    const [first] = followUps;
    const { id } = await demo.db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow();
    const reader = await findPersonById(demo.db, id);
    if (!reader) throw new Error('Nobody reads');
    const detail = await fetchFollowUpDetail(demo.db, reader, {
      adminMail: first?.agency_key ?? '',
      sid: first?.sid ?? '',
    });
    expect(detail.entries).toBeGreaterThan(0);
    expect(detail.timeline.every(({ by }) => by.name !== '')).toBe(true);
  });

  it('has a history of the topic that no earlier reading contradicts', async () => {
    await using demo = await open(engine);
    const topic = INQUIRY_TOPIC;
    const { now } = demo.clock;
    await demo.db.insertInto('topic_reading').values({ id: 'r', topic, at: now, state: 'off' }).execute();
    await demo.db
      .insertInto('webhook_change')
      .values({
        id: 'c',
        topic,
        at: now + 1,
        person_id: null,
        action: 'created',
        settings: '{"active":true}',
        secret_state: 'none',
        secret: null,
      })
      .execute();
    await demo.begin();
    await demo.finishIndex();
    await demo.tell();
    const changes = await demo.db.selectFrom('webhook_change').select('action').orderBy('id').execute();
    expect(changes.map(({ action }) => action)).toEqual(['created', 'edited', 'edited']);
    expect(await demo.db.selectFrom('topic_reading').selectAll().execute()).toEqual([]);
  });

  it('goes on after a kill, and leaves what people did meanwhile', async () => {
    await using demo = await open(engine);
    await demo.begin();
    await demo.finishIndex();
    const inquiry = await demo.db
      .selectFrom('inquiry')
      .select('sid')
      .where('agency_key', '=', AGENCY)
      .where('at', '<', END - 12 * DAY_MS)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    await demo.follow(inquiry.sid, { status: 'won', changed_at: END });
    await demo.db.schema.alterTable('invitation').renameTo('invitation_away').execute();
    await expect(demo.tell()).rejects.toThrow('invitation');
    await demo.db.schema.alterTable('invitation_away').renameTo('invitation').execute();
    const before = await demo.read();
    expect(await demo.tell()).toBe(true);
    const after = await demo.read();
    expect([after.followUps, after.entries]).toEqual([before.followUps, before.entries]);
    expect(after.deliveries.every(({ received_count }) => received_count === 1)).toBe(true);
    expect(after.followUps.find(({ sid }) => sid === inquiry.sid)).toMatchObject({
      status: 'won',
      version: 0,
    });
  });
});

it('the demo plans the same for the same inquiry and time, in open time and in order', () => {
  const options = {
    people: ['ana', 'beto'],
    hours: defaultHours(ZONE),
    now: END,
    diligence: 0.9,
    slowness: 1,
  };
  for (let number = 0; number < 300; number++) {
    const inquiry = {
      agency_key: AGENCY,
      sid: `S${number}`,
      at: END - 60_000 - ((number * 7919) % (60 * 24)) * 3_600_000,
    };
    const entries = planFollowUp(inquiry, options);
    expect(planFollowUp(inquiry, options)).toEqual(entries);
    const moments = entries.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    for (const { at, id } of entries) {
      expect(at).toBeGreaterThan(inquiry.at);
      expect(at).toBeLessThan(END);
      expect(Number.isInteger(at)).toBe(true);
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    }
  }
});
