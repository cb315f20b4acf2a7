import { expect, it } from 'vitest';
import { AgencyLateAlarm, type Digest, type LateAlarm } from '#contract/desk/notifications.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { openDatabase } from '#database/database.ts';
import type { Engine } from '#database/database.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, FOREIGN, OWN, openWorld } from '#testing/gateway-world.ts';

const DIGEST: Digest = { on: true, hour: 8, language: 'en' };

async function open(engine: Engine) {
  const world = await openWorld({ engine });
  const database = await openDatabase<GatewayTables>(world.config.database);
  const people = [
    { mail: 'otra@otra.example', name: 'Bruno Otro', role: 'seller', agencies: [FOREIGN] },
    { mail: 'sin@ruta9.example', name: 'Carla Fuera', role: 'seller', agencies: [OWN] },
  ] as const;
  await createPeople(
    database.db,
    people.map(({ mail, name, role, agencies }) => ({
      mail,
      name,
      role,
      agencies,
      password: 'una clave bien larga',
    })),
    stampAt(world.clock.now),
  );
  await database.db
    .updateTable('person')
    .set({ disabled_at: 1 })
    .where('mail', '=', 'sin@ruta9.example')
    .execute();
  const idOf = async (mail: string) =>
    (await database.db.selectFrom('person').select('id').where('mail', '=', mail).executeTakeFirstOrThrow())
      .id;
  const as = async (role: Role) => {
    const cookie = await world.signIn(role);
    const call = (url: string, payload?: object) =>
      world.call(url, {
        method: payload ? 'PUT' : 'GET',
        headers: { ...CONSOLE, cookie },
        ...(payload && { payload }),
      });
    return {
      viewDigest: () => call('/desk/me/digest'),
      setDigest: (body: object) => call('/desk/me/digest', body),
      viewWebhookAlarm: () => call('/desk/me/webhook-alarm'),
      setWebhookAlarm: (body: object) => call('/desk/me/webhook-alarm', body),
      viewAlarm: (agency = OWN) => call(`/desk/late-alarms/${agency}`),
      setAlarm: (body: object, agency = OWN) => call(`/desk/late-alarms/${agency}`, body),
    };
  };
  return {
    world,
    idOf,
    as,
    db: database.db,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

onEachEngine((engine) => {
  it('a digest is off until somebody turns on their own, and everybody may', async () => {
    await using desk = await open(engine);
    for (const role of ['seller', 'partner', 'support'] as const) {
      const person = await desk.as(role);
      expect((await person.viewDigest()).json()).toEqual({ digest: null });
      for (const digest of [DIGEST, DIGEST, { ...DIGEST, on: false, hour: 23 }]) {
        expect((await person.setDigest(digest)).statusCode).toBe(204);
        expect((await person.viewDigest()).json()).toEqual({ digest });
      }
    }
    expect((await desk.world.call('/desk/me/digest')).statusCode).toBe(401);
  });

  it('the alarm about messages is on until partners or support switch their own off', async () => {
    await using desk = await open(engine);
    for (const role of ['partner', 'support'] as const) {
      const person = await desk.as(role);
      expect((await person.viewWebhookAlarm()).json()).toEqual({ on: true });
      for (const on of [false, false, true, true, false]) {
        expect((await person.setWebhookAlarm({ on })).statusCode).toBe(204);
        expect((await person.viewWebhookAlarm()).json()).toEqual({ on });
      }
      for (const wrong of [{}, { on: 'no' }, { on: true, mail: 'x' }])
        expect((await person.setWebhookAlarm(wrong)).statusCode).toBe(400);
    }
    const seller = await desk.as('seller');
    for (const answer of [await seller.viewWebhookAlarm(), await seller.setWebhookAlarm({ on: true })])
      expect([answer.statusCode, answer.json().Type]).toEqual([403, '/problems/forbidden']);
    expect((await desk.world.call('/desk/me/webhook-alarm')).statusCode).toBe(401);
  });

  it('400: what is no digest', async () => {
    await using desk = await open(engine);
    const seller = await desk.as('seller');
    for (const [wrong, field] of [
      [{ hour: 24 }, 'hour'],
      [{ hour: 8.5 }, 'hour'],
      [{ language: 'pt' }, 'language'],
      [{ on: 'yes' }, 'on'],
      [{ mail: 'x@x.example' }, '_'],
    ] as const) {
      const answer = await seller.setDigest({ ...DIGEST, ...wrong });
      expect([wrong, answer.statusCode, answer.json().Errors]).toEqual([
        wrong,
        400,
        { [field]: ['invalid'] },
      ]);
    }
    expect((await seller.viewDigest()).json()).toEqual({ digest: null });
  });

  it('200: an alarm is off until a partner names people of the agency or partners', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    const first = AgencyLateAlarm.parse((await partner.viewAlarm()).json());
    expect([first.alarm.on, first.version]).toEqual([false, 0]);
    expect(first.people.map(({ name }) => name)).toEqual(['Paula Ferreyra', 'Valeria Sosa']);
    const alarm: LateAlarm = {
      on: true,
      minutes: 45,
      recipients: first.people.map(({ id }) => id),
      mail: true,
    };
    for (const agency of [OWN.toUpperCase(), OWN]) {
      const answer = await partner.setAlarm({ alarm, version: 0 }, agency);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { alarm, version: 1, people: first.people, more: false },
      ]);
    }
    expect((await partner.viewAlarm()).json()).toEqual({
      alarm,
      version: 1,
      people: first.people,
      more: false,
    });
    expect((await partner.viewAlarm(FOREIGN)).json()).toMatchObject({ alarm: { on: false }, version: 0 });
    // Somebody who leaves is no longer named; without anybody the alarm is off.
    await desk.db
      .updateTable('person')
      .set({ disabled_at: 1 })
      .where('mail', '=', desk.world.mail('seller'))
      .execute();
    const [paula] = first.people;
    expect((await partner.viewAlarm()).json()).toEqual({
      alarm: { ...alarm, recipients: [paula?.id] },
      version: 1,
      people: [paula],
      more: false,
    });
  });

  it('200: offers the first people of many, those who are chosen, and others by name or mail', async () => {
    await using desk = await open(engine);
    const people = Array.from({ length: 60 }, (_, at) => ({
      mail: `v${at}@x.example`,
      name: `Ágata ${String(at).padStart(2, '0')}`,
      role: 'seller' as const,
      agencies: [OWN],
      password: 'una clave bien larga',
    }));
    for (const person of people) await createPeople(desk.db, [person], stampAt(desk.world.clock.now));
    const partner = await desk.as('partner');
    const last = await desk.idOf('v59@x.example');
    const alarm: LateAlarm = { on: true, minutes: 45, recipients: [last], mail: true };
    expect((await partner.setAlarm({ alarm, version: 0 })).statusCode).toBe(200);
    const find = async (search: string) => {
      const found = AgencyLateAlarm.parse((await partner.viewAlarm(`${OWN}${search}`)).json());
      return [found.people.map(({ name }) => name), found.more, found.alarm.recipients];
    };
    const names = people.map(({ name }) => name);
    expect(await find('')).toEqual([[...names.slice(0, 50), 'Ágata 59'], true, [last]]);
    expect(await find('?q=agata%2055')).toEqual([['Ágata 55', 'Ágata 59'], false, [last]]);
    expect(await find('?q=V7@x')).toEqual([['Ágata 07', 'Ágata 59'], false, [last]]);
    expect((await partner.viewAlarm(`${OWN}?q=${'a'.repeat(101)}`)).statusCode).toBe(400);
    expect((await (await desk.as('seller')).viewAlarm(`${OWN}?q=a`)).statusCode).toBe(403);
  });

  it('400: nobody, strangers, people without access, support, and impossible minutes', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    const alarm: LateAlarm = {
      on: true,
      minutes: 45,
      recipients: [await desk.idOf(desk.world.mail('seller'))],
      mail: false,
    };
    const recipientsOf = async (mail: string) => ({
      recipients: [...alarm.recipients, await desk.idOf(mail)],
    });
    for (const [wrong, field] of [
      [{ recipients: [] }, 'alarm.recipients'],
      [{ recipients: ['nobody'] }, 'alarm.recipients.0'],
      [await recipientsOf('otra@otra.example'), 'alarm.recipients.1'],
      [await recipientsOf('sin@ruta9.example'), 'alarm.recipients.1'],
      [await recipientsOf(desk.world.mail('support')), 'alarm.recipients.1'],
      [{ minutes: -1 }, 'alarm.minutes'],
      [{ minutes: 2401 }, 'alarm.minutes'],
      [{ sound: true }, 'alarm'],
    ] as const) {
      const answer = await partner.setAlarm({ alarm: { ...alarm, ...wrong }, version: 0 });
      expect([wrong, answer.statusCode, answer.json().Errors]).toEqual([
        wrong,
        400,
        { [field]: ['invalid'] },
      ]);
    }
    expect((await partner.viewAlarm()).json().version).toBe(0);
  });

  it('409: of two who set it at once one is told', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    const recipients = [await desk.idOf(desk.world.mail('partner'))];
    for (const version of [0, 1]) {
      const answers = await Promise.all(
        [10, 20].map((minutes) =>
          partner.setAlarm({
            alarm: { on: true, minutes: minutes + version, recipients, mail: false },
            version,
          }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect(refused?.json().Type).toBe('/problems/changed-meanwhile');
    }
  });

  it('401, 403 and 404: only partners, of agencies there can be', async () => {
    await using desk = await open(engine);
    const body = { alarm: { on: false, minutes: 5, recipients: [], mail: false }, version: 0 };
    for (const role of ['seller', 'support'] as const) {
      const person = await desk.as(role);
      for (const answer of [await person.viewAlarm(), await person.setAlarm(body)])
        expect([answer.statusCode, answer.json().Type]).toEqual([403, '/problems/forbidden']);
    }
    const partner = await desk.as('partner');
    for (const answer of [await partner.viewAlarm('x'), await partner.setAlarm(body, 'x')])
      expect(answer.statusCode).toBe(404);
    expect((await desk.world.call(`/desk/late-alarms/${OWN}`)).statusCode).toBe(401);
  });
});
