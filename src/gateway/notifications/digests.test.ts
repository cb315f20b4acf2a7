import { expect, it } from 'vitest';
import type { Digest } from '#contract/desk/notifications.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, BUYER, OTHER_AGENCY, ZONE, openNotificationWorld } from '#testing/notification-world.ts';
import { sendDueDigests } from './digests.ts';
import { setDigest } from './store.ts';

const MINUTE = 60_000;

/** The clock stands at Tuesday evening, 2026-11-17. */
async function open(engine: Engine) {
  const world = await openNotificationWorld(engine, '2026-11-17T20:00:00-03:00');
  const { db, clock, dependencies, onError } = world;
  return {
    ...world,
    subscribe: (name: string, digest: Partial<Digest> = {}) =>
      setDigest(
        db,
        { id: world.idOf(name) },
        { on: true, hour: 8, language: 'es', ...digest },
        { now: clock.now, zone: ZONE },
      ),
    /** Runs the worker at a time, as two gateways at once. */
    runAt: async (at: string) => {
      clock.now = Date.parse(at);
      await Promise.all([1, 2].map(() => sendDueDigests(dependencies, onError)));
      expect(world.errors).toEqual([]);
      return (await world.mails()).length;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  it('a digest is sent once a day at its hour, also by two gateways, to those who want it', async () => {
    await using desk = await open(engine);
    await desk.subscribe('Ana');
    await desk.subscribe('Beto', { hour: 10 });
    await desk.subscribe('Paula', { on: false });
    expect(await desk.runAt('2026-11-17T23:59:00-03:00')).toBe(0);
    expect(await desk.runAt('2026-11-18T07:59:00-03:00')).toBe(0);
    expect(await desk.runAt('2026-11-18T08:00:00-03:00')).toBe(1);
    expect(await desk.runAt('2026-11-18T09:59:00-03:00')).toBe(1);
    expect(await desk.runAt('2026-11-18T10:00:00-03:00')).toBe(2);
    expect(await desk.runAt('2026-11-18T23:59:00-03:00')).toBe(2);
    expect(await desk.runAt('2026-11-19T08:00:00-03:00')).toBe(3);
    // A clock that is set back sends nothing again.
    expect(await desk.runAt('2026-11-18T12:00:00-03:00')).toBe(3);
    expect((await desk.mails()).map(({ recipient }) => recipient)).toEqual([
      'ana@ruta9.example',
      'ana@ruta9.example',
      'beto@ruta9.example',
    ]);
  });

  it('a digest is sent once after days of downtime, about yesterday', async () => {
    await using desk = await open(engine);
    await desk.subscribe('Ana');
    for (const day of ['20', '21', '22']) await desk.receive(`2026-11-${day}T10:00:00-03:00`);
    expect(await desk.runAt('2026-11-23T21:00:00-03:00')).toBe(1);
    expect(await desk.runAt('2026-11-23T21:01:00-03:00')).toBe(1);
    const [mail] = await desk.mails();
    expect(mail?.subject).toMatch(/domingo,? 22 de noviembre: 1 consulta, 3 tarde ahora/);
  });

  it('a digest waits until tomorrow when it is turned on after its hour, or moved to one that has passed', async () => {
    await using desk = await open(engine);
    desk.clock.now = Date.parse('2026-11-18T15:00:00-03:00');
    await desk.subscribe('Ana');
    await desk.subscribe('Beto', { hour: 18 });
    await desk.subscribe('Paula', { hour: 15 });
    expect(await desk.runAt('2026-11-18T15:01:00-03:00')).toBe(0);
    expect(await desk.runAt('2026-11-18T18:00:00-03:00')).toBe(1);
    await desk.subscribe('Beto', { hour: 23 });
    expect(await desk.runAt('2026-11-18T23:30:00-03:00')).toBe(1);
    expect(await desk.runAt('2026-11-19T08:00:00-03:00')).toBe(2);
    await desk.subscribe('Beto', { hour: 7 });
    expect(await desk.runAt('2026-11-19T09:00:00-03:00')).toBe(2);
    expect(await desk.runAt('2026-11-20T07:00:00-03:00')).toBe(3);
  });

  it('a digest has the figures of yesterday and what waits now, of what the person may see', async () => {
    await using desk = await open(engine);
    const at = (time: string) => Date.parse(`2026-11-17T${time}:00-03:00`);
    // Due after 30 open minutes.
    const early = await desk.receive('2026-11-17T00:00:00-03:00');
    await desk.follow(early, { status: 'answered', touched_at: at('09:30'), changed_at: at('09:30') });
    const contacted = await desk.receive('2026-11-17T10:00:00-03:00');
    await desk.follow(contacted, {
      status: 'contacted',
      contacted_at: at('10:29'),
      touched_at: at('11:00'),
      changed_at: at('11:00'),
    });
    const late = await desk.receive('2026-11-17T11:00:00-03:00', { operator: 'beto@ruta9.example' });
    await desk.follow(late, { status: 'answered', touched_at: at('11:31'), changed_at: at('11:31') });
    await desk.receive('2026-11-17T23:59:59-03:00', { operator: 'beto@ruta9.example' });
    await desk.receive('2026-11-17T12:00:00-03:00', { agency: OTHER_AGENCY });
    // These arrive on other days.
    await desk.receive('2026-11-16T23:59:59-03:00');
    await desk.receive('2026-11-18T00:00:00-03:00');
    await desk.db
      .updateTable('person_agency')
      .set({ own_inquiries_only: 1 })
      .where('person_id', '=', desk.idOf('Beto'))
      .execute();
    for (const name of ['Ana', 'Beto', 'Dora']) await desk.subscribe(name);
    await desk.subscribe('Paula', { language: 'en' });
    expect(await desk.runAt('2026-11-18T08:00:00-03:00')).toBe(4);
    const [ana, beto, dora, paula] = await desk.mails();
    expect(ana?.text).toContain('llegaron 4 consultas');
    expect(ana?.text).toContain('Con respuesta hasta ahora: 3, de ellas 2 a tiempo.');
    expect(ana?.text).toContain('Ruta 9 · 4 · 3 · 2');
    const own = `agencia=${encodeURIComponent(AGENCY)}`;
    expect(ana?.text).toContain(
      `Esperan respuesta ahora: 3: https://vitrina.example/inquiries?${own}&vista=esperando`,
    );
    expect(ana?.text).toContain(`Tarde ahora: 1: https://vitrina.example/inquiries?${own}&vista=tarde`);
    expect(ana?.text).toContain(`/inquiries?${own}&desde=2026-11-17&hasta=2026-11-17`);
    expect(beto?.text).toContain('Ruta 9 · 2 · 1 · 0');
    expect(beto?.text).toContain('Esperan respuesta ahora: 1:');
    expect(dora?.text).toContain(`${OTHER_AGENCY} · 1 · 0 · 0`);
    expect(dora?.text).toContain('agencia=todas&vista=tarde');
    expect(paula?.subject).toBe('Summary of Tuesday, November 17: 5 inquiries, 2 late now');
    expect(paula?.html).toContain('<html lang="en">');
    for (const mail of [ana, beto, dora, paula]) {
      const text = `${mail?.subject}${mail?.text}${mail?.html}`;
      for (const secret of [BUYER, 'canaria@example.com']) expect(text).not.toContain(secret);
    }
  });

  it('a digest says when nothing arrived, and is not sent to somebody without access', async () => {
    await using desk = await open(engine);
    await desk.subscribe('Ana');
    await desk.subscribe('Beto');
    await desk.db.updateTable('person').set({ disabled_at: 1 }).where('id', '=', desk.idOf('Beto')).execute();
    expect(await desk.runAt('2026-11-18T08:00:00-03:00')).toBe(1);
    const [mail] = await desk.mails();
    expect(mail?.text).toContain('no llegaron consultas');
    expect(mail?.text).not.toContain('Agencia · Consultas');
  });

  it('a digest is sent by the next run after one that ended between claim and mail', async () => {
    await using desk = await open(engine);
    await desk.subscribe('Ana');
    await desk.subscribe('Paula');
    desk.clock.now = Date.parse('2026-11-18T08:00:00-03:00');
    await desk.db.schema.alterTable('mail').renameTo('mail_away').execute();
    await sendDueDigests(desk.dependencies, desk.onError);
    expect(desk.errors.splice(0)).toHaveLength(2);
    await desk.db.schema.alterTable('mail_away').renameTo('mail').execute();
    desk.clock.now += MINUTE;
    await sendDueDigests(desk.dependencies, desk.onError);
    expect(await desk.mails()).toHaveLength(2);
  });

  it('a digest is sent at an hour that a change of clocks skips', async () => {
    await using desk = await open(engine);
    // Santiago skips midnight of 2026-09-06.
    const dependencies = {
      ...desk.dependencies,
      config: { timeZone: 'America/Santiago', publicUrl: 'https://vitrina.example' } as never,
    };
    desk.clock.now = Date.parse('2026-09-05T20:00:00-04:00');
    await desk.subscribe('Ana', { hour: 0 });
    await desk.db.updateTable('digest').set({ last_sent_day: '2026-09-05' }).execute();
    desk.clock.now = Date.parse('2026-09-06T03:59:00Z');
    await sendDueDigests(dependencies, desk.onError);
    expect(await desk.mails()).toHaveLength(0);
    desk.clock.now = Date.parse('2026-09-06T04:00:00Z');
    await sendDueDigests(dependencies, desk.onError);
    expect(await desk.mails()).toHaveLength(1);
  });

  it('a digest is not due for a person who is disabled, and is for the others', async () => {
    await using desk = await open(engine);
    await desk.subscribe('Ana');
    await desk.subscribe('Beto');
    await desk.db.updateTable('person').set({ disabled_at: 1 }).where('id', '=', desk.idOf('Ana')).execute();
    expect(await desk.runAt('2026-11-18T08:00:00-03:00')).toBe(1);
    expect((await desk.mails()).map(({ recipient }) => recipient)).toEqual(['beto@ruta9.example']);
  });

  it('a digest is sent again after the clock was far ahead', async () => {
    await using desk = await open(engine);
    await desk.subscribe('Ana');
    expect(await desk.runAt('2028-04-01T08:00:00-03:00')).toBe(1);
    expect(await desk.runAt('2026-11-18T08:00:00-03:00')).toBe(2);
    expect(await desk.runAt('2026-11-18T09:00:00-03:00')).toBe(2);
  });

  it('digests of more people than are read at once are sent', async () => {
    await using desk = await open(engine);
    const paula = await desk.db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', desk.idOf('Paula'))
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 101 }, (_, number) => `p${number}`);
    await desk.db
      .insertInto('person')
      .values(ids.map((id) => ({ ...paula, id, mail: `${id}@x.example` })))
      .execute();
    await desk.db
      .insertInto('digest')
      .values(ids.map((id) => ({ person_id: id, enabled: 1, hour: 8, language: 'es', last_sent_day: null })))
      .execute();
    expect(await desk.runAt('2026-11-18T08:00:00-03:00')).toBe(101);
  });
});
