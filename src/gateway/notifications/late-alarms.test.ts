import { expect, it } from 'vitest';
import type { LateAlarm } from '#contract/desk/notifications.ts';
import type { LiveData } from '#contract/desk/live.ts';
import type { Hours } from '#contract/hours.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, BUYER, OTHER_AGENCY, openNotificationWorld } from '#testing/notification-world.ts';
import { reportLateInquiries } from './late-alarms.ts';
import { fetchLateAlarm, setLateAlarm } from './store.ts';

/** Due after 30 open minutes, from 9 to 13 and from 16 to 20, on Saturdays until 13. Monday, 2026-11-16, 8:00. */
async function open(engine: Engine) {
  const world = await openNotificationWorld(engine, '2026-11-16T08:00:00-03:00');
  const { db, clock, dependencies, onError } = world;
  return {
    ...world,
    setAlarm: async (alarm: Partial<LateAlarm> = {}, agency = AGENCY) => {
      const { version } = await fetchLateAlarm(db, agency);
      const complete = {
        on: true,
        minutes: 60,
        recipients: [world.idOf('Paula')],
        mail: true,
        ...alarm,
      };
      await setLateAlarm(db, agency, { alarm: complete, version }, clock.now);
    },
    /** Runs the worker at a time, as two gateways at once. @returns the sids reported until now */
    runAt: async (at: string) => {
      clock.now = Date.parse(at);
      await Promise.all([1, 2].map(() => reportLateInquiries(dependencies, onError)));
      expect(world.errors).toEqual([]);
      return (await events(world)).map(({ sid }) => sid);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function events({ db }: Pick<Awaited<ReturnType<typeof openNotificationWorld>>, 'db'>) {
  const rows = await db
    .selectFrom('live_event')
    .selectAll()
    .where('kind', '=', 'late')
    .orderBy('id')
    .execute();
  return rows.map(({ data }) => JSON.parse(data) as LiveData<'late'>);
}

onEachEngine((engine) => {
  it('the late alarm reports an inquiry once, its open minutes after it was due, also by two gateways', async () => {
    await using desk = await open(engine);
    await desk.setAlarm();
    const sid = await desk.receive('2026-11-16T10:00:00-03:00');
    expect(await desk.runAt('2026-11-16T10:30:00-03:00')).toEqual([]);
    expect(await desk.runAt('2026-11-16T11:29:59-03:00')).toEqual([]);
    expect(await desk.runAt('2026-11-16T11:30:00-03:00')).toEqual([sid]);
    expect(await desk.runAt('2026-11-16T19:00:00-03:00')).toEqual([sid]);
    expect(await desk.runAt('2026-11-20T19:00:00-03:00')).toEqual([sid]);
    const [mail, ...others] = await desk.mails();
    expect(others).toEqual([]);
    expect([mail?.recipient, mail?.subject]).toEqual([
      'paula@x.example',
      'Una consulta sin respuesta: Ruta 9',
    ]);
    expect(mail?.text).toContain('hace 60 minutos de atención');
    expect(mail?.text).toMatch(/Llegó el lunes,? 16 de noviembre,? 10:00.*, por Ford Ranger: https/);
    expect(mail?.text).toContain(
      `https://vitrina.example/inquiries/${encodeURIComponent(AGENCY)}/${sid}?agencia=`,
    );
    expect(JSON.stringify([mail, await events(desk)])).not.toContain(BUYER);
    expect(mail?.html).not.toContain('canaria@example.com');
  });

  it.each<[string, string, string, Partial<Hours>]>([
    ['over lunch', '2026-11-16T12:20:00-03:00', '2026-11-16T16:50:00-03:00', {}],
    ['over night', '2026-11-16T19:30:00-03:00', '2026-11-17T10:00:00-03:00', {}],
    ['at night', '2026-11-17T03:00:00-03:00', '2026-11-17T10:30:00-03:00', {}],
    ['over a weekend', '2026-11-21T12:15:00-03:00', '2026-11-23T09:45:00-03:00', {}],
    [
      'over a weekend with a holiday after it',
      '2026-11-21T12:15:00-03:00',
      '2026-11-24T09:45:00-03:00',
      { holidays: ['2026-11-23'] },
    ],
  ])('the late alarm counts no closed time: %s', async (_, arrives, alarmAt, hours) => {
    await using desk = await open(engine);
    await desk.setHours(hours);
    await desk.setAlarm();
    const sid = await desk.receive(arrives, { hours });
    const before = new Date(Date.parse(alarmAt) - 1000).toISOString();
    expect(await desk.runAt(before)).toEqual([]);
    expect(await desk.runAt(alarmAt)).toEqual([sid]);
  });

  it('the late alarm is silenced by an answer, a contact, a snooze and a closed status before', async () => {
    await using desk = await open(engine);
    await desk.setAlarm({ minutes: 0 });
    const at = Date.parse('2026-11-16T10:10:00-03:00');
    const arrive = () => desk.receive('2026-11-16T10:00:00-03:00');
    await desk.follow(await arrive(), { status: 'answered', touched_at: at, changed_at: at });
    await desk.follow(await arrive(), { status: 'contacted', contacted_at: at, changed_at: at });
    await desk.follow(await arrive(), { status: 'won', changed_at: at });
    await desk.follow(await arrive(), { status: 'lost', changed_at: at });
    const snoozed = await arrive();
    await desk.follow(snoozed, {
      snoozed_until: Date.parse('2026-11-17T09:00:00-03:00'),
      changed_at: at,
    });
    const noted = await arrive();
    await desk.follow(noted, { changed_at: at });
    expect(await desk.runAt('2026-11-16T10:30:00-03:00')).toEqual([noted]);
    expect(await desk.runAt('2026-11-17T08:59:59-03:00')).toEqual([noted]);
    expect(await desk.runAt('2026-11-17T09:00:00-03:00')).toEqual([noted, snoozed]);
  });

  it('the late alarm gives the same minutes once more after a snooze, whatever is changed then but an answer', async () => {
    await using desk = await open(engine);
    await desk.setAlarm();
    const sid = await desk.receive('2026-11-16T10:00:00-03:00');
    const until = Date.parse('2026-11-16T12:30:00-03:00');
    await desk.follow(sid, { snoozed_until: until, changed_at: until - 7_200_000 });
    expect(await desk.runAt('2026-11-16T12:59:00-03:00')).toEqual([]);
    await desk.follow(sid, { changed_at: until + 60_000 });
    expect(await desk.runAt('2026-11-16T16:29:00-03:00')).toEqual([]);
    expect(await desk.runAt('2026-11-16T16:30:00-03:00')).toEqual([sid]);
  });

  it('the late alarm is off by default, and reports nothing that was late before it was switched on', async () => {
    await using desk = await open(engine);
    await desk.receive('2026-11-16T09:00:00-03:00');
    expect(await desk.runAt('2026-11-16T12:00:00-03:00')).toEqual([]);
    const later = await desk.receive('2026-11-16T12:00:00-03:00');
    await desk.setAlarm({ minutes: 0 });
    expect(await desk.runAt('2026-11-16T12:45:00-03:00')).toEqual([later]);
    // Off, and on again: what became late meanwhile is not reported.
    await desk.setAlarm({ on: false });
    await desk.receive('2026-11-16T16:00:00-03:00');
    expect(await desk.runAt('2026-11-16T17:00:00-03:00')).toEqual([later]);
    await desk.setAlarm();
    expect(await desk.runAt('2026-11-17T12:00:00-03:00')).toEqual([later]);
  });

  it('the late alarm tells those who may see the inquiry now, and nobody by mail where that is off', async () => {
    await using desk = await open(engine);
    const recipients = ['Ana', 'Beto', 'Dora', 'Paula'].map(desk.idOf);
    const [ana, beto, dora, paula] = recipients;
    await desk.setAlarm({ recipients });
    await desk.setAlarm({ recipients: [dora ?? ''], mail: false }, OTHER_AGENCY);
    await desk.db
      .updateTable('person_agency')
      .set({ own_inquiries_only: 1 })
      .where('person_id', '=', beto ?? '')
      .execute();
    await desk.db
      .updateTable('person')
      .set({ disabled_at: 1 })
      .where('id', '=', ana ?? '')
      .execute();
    await desk.db
      .insertInto('digest')
      .values({ person_id: dora ?? '', enabled: 0, hour: 8, language: 'en', last_sent_day: null })
      .execute();
    const his = await desk.receive('2026-11-16T10:00:00-03:00', { operator: 'Beto@ruta9.example' });
    const everybodys = await desk.receive('2026-11-16T10:01:00-03:00');
    const foreign = await desk.receive('2026-11-16T10:02:00-03:00', { agency: OTHER_AGENCY });
    await desk.runAt('2026-11-16T12:00:00-03:00');
    const told = new Map((await events(desk)).map(({ sid, to }) => [sid, to]));
    expect(told).toEqual(
      new Map([
        [his, [beto, dora, paula]],
        [everybodys, [dora, paula]],
        [foreign, [dora]],
      ]),
    );
    expect((await desk.mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['beto@ruta9.example', 'Una consulta sin respuesta: Ruta 9'],
      ['dora@x.example', '2 unanswered inquiries: Ruta 9'],
      ['paula@x.example', '2 consultas sin respuesta: Ruta 9'],
    ]);
  });

  it('the late alarm reports by the next run what one that ended between claim and mail had found', async () => {
    await using desk = await open(engine);
    await desk.setAlarm();
    const sid = await desk.receive('2026-11-16T10:00:00-03:00');
    await desk.db.schema.alterTable('mail').renameTo('mail_away').execute();
    desk.clock.now = Date.parse('2026-11-16T11:30:00-03:00');
    await reportLateInquiries(desk.dependencies, desk.onError);
    expect(desk.errors.splice(0)).toHaveLength(1);
    expect(await events(desk)).toEqual([]);
    await desk.db.schema.alterTable('mail_away').renameTo('mail').execute();
    expect(await desk.runAt('2026-11-16T11:31:00-03:00')).toEqual([sid]);
    expect(await desk.mails()).toHaveLength(1);
  });

  it('the late alarm reports hundreds at once, in one mail for each batch', async () => {
    await using desk = await open(engine);
    await desk.setAlarm({ minutes: 0 });
    for (let at = 0; at < 130; at++) await desk.receive('2026-11-16T10:00:00-03:00');
    expect(new Set(await desk.runAt('2026-11-16T10:31:00-03:00')).size).toBe(130);
    expect((await events(desk)).length).toBe(130);
    expect((await desk.mails()).length).toBeLessThanOrEqual(3);
  });

  it('the late alarm reports what is late after it was switched on while the clock was far ahead', async () => {
    await using desk = await open(engine);
    await desk.setAlarm();
    await desk.db
      .updateTable('late_alarm')
      .set({ enabled_at: Date.parse('2028-01-01T00:00:00Z') })
      .execute();
    expect(await desk.runAt('2026-11-16T09:00:00-03:00')).toEqual([]);
    const sid = await desk.receive('2026-11-16T10:00:00-03:00');
    expect(await desk.runAt('2026-11-16T11:30:00-03:00')).toEqual([sid]);
  });

  it('the late alarm reports what is late from the moment after it was switched on, for 30 days', async () => {
    await using desk = await open(engine);
    const due = '2026-11-16T10:30:00.000-03:00';
    const arrive = (agency: string) => desk.receive('2026-11-16T10:00:00-03:00', { agency });
    const [before, at] = [await arrive(AGENCY), await arrive(OTHER_AGENCY)];
    desk.clock.now = Date.parse(due) - 1;
    await desk.setAlarm({ minutes: 0 }, AGENCY);
    desk.clock.now += 1;
    await desk.setAlarm({ minutes: 0 }, OTHER_AGENCY);
    expect(await desk.runAt('2026-12-16T10:30:00.000-03:00')).toEqual([]);
    expect(await desk.runAt('2026-12-16T10:29:59.999-03:00')).toEqual([before]);
    expect(at).not.toBe(before);
  });

  it.each([
    [60_000, 1],
    [60_001, 0],
  ])('the late alarm that was switched on %i ms ahead is kept: %i', async (aheadMs, isKept) => {
    await using desk = await open(engine);
    await desk.setAlarm();
    const enabled_at = desk.clock.now + aheadMs;
    await desk.db.updateTable('late_alarm').set({ enabled_at }).execute();
    await desk.runAt(new Date(desk.clock.now).toISOString());
    expect(await desk.db.selectFrom('late_alarm').select('enabled_at').execute()).toEqual([
      { enabled_at: isKept ? enabled_at : desk.clock.now },
    ]);
  });
});
