import { expect, it } from 'vitest';
import { type AuditEntry, COMMAND_ADDRESS } from '#contract/desk/audit.ts';
import { fetchLockOuts } from '#gateway/sessions/lock-outs.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import type { Engine } from '#database/database.ts';
import { systemRandom } from '#system/random.ts';
import { listAudit } from '#testing/audit-entries.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, type World, cookieOf, openWorld, signIn } from '#testing/gateway-world.ts';
import {
  PersonCommandError,
  createPersonByCommand,
  fetchEverybody,
  resetPersonByCommand,
  setAccessByCommand,
} from './commands.ts';

/** A running gateway, and the database as a command beside it opens it. */
async function openBeside(engine: Engine) {
  const world = await openWorld({ engine });
  const database = await openGatewayDatabase(world.config.database);
  return {
    world,
    db: database.db,
    /** Stamps of the same millisecond would leave the order of the entries open. */
    stamp: () => ({ now: (world.clock.now += 1), random: systemRandom }),
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const statusOf = async (world: World, cookie: string) =>
  (await world.call('/desk/session', { headers: { ...CONSOLE, cookie } })).statusCode;

const describeEntry = ({ person, address, action, target, status, code, changes }: AuditEntry) => ({
  person,
  address,
  action,
  target,
  status,
  code,
  changes,
});

const byCommand = async (world: World, cookie: string) =>
  (await listAudit(world, cookie)).entries
    .filter(({ address }) => address === COMMAND_ADDRESS)
    .map(describeEntry);

onEachEngine((engine) => {
  it('a reset gives another password, and the running gateway refuses the sessions at once', async () => {
    await using it = await openBeside(engine);
    const { world, db, stamp } = it;
    const cookie = await world.signIn('seller');
    expect(await statusOf(world, cookie)).toBe(200);
    const mail = world.mail('seller');
    const password = await resetPersonByCommand(
      db,
      mail.toUpperCase(),
      { removeSecondFactor: false },
      stamp(),
    );
    expect(await statusOf(world, cookie)).toBe(401);
    expect((await signIn(world.call, { mail, password: world.password('seller') })).statusCode).toBe(401);
    expect((await signIn(world.call, { mail, password })).statusCode).toBe(200);

    const partner = await world.signIn('partner');
    const seller = (await fetchEverybody(db, world.clock.now)).find((person) => person.mail === mail);
    expect(await byCommand(world, partner)).toEqual([
      {
        person: null,
        address: 'command',
        action: 'resetPerson',
        target: seller?.id,
        status: 200,
        code: null,
      },
    ]);
  });

  it('a reset removes a second factor only where that is said', async () => {
    await using it = await openBeside(engine);
    const { world, db, stamp } = it;
    const mail = world.mail('seller');
    await db.updateTable('person').set({ second_factor_secret: 'sealed' }).where('mail', '=', mail).execute();
    await db
      .insertInto('recovery_code')
      .columns(['person_id', 'code_hash'])
      .expression((eb) =>
        eb
          .selectFrom('person')
          .select(['id', eb.val('h').as('code_hash')])
          .where('mail', '=', mail),
      )
      .execute();
    const next = async (removeSecondFactor: boolean) => {
      const password = await resetPersonByCommand(db, mail, { removeSecondFactor }, stamp());
      return (await signIn(world.call, { mail, password })).json().next;
    };
    expect(await next(false)).toBe('second-factor');
    expect(await next(true)).toBe('in');
    expect(await db.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
  });

  it('a reset lifts the lock-outs of the person, and not those of others', async () => {
    await using it = await openBeside(engine);
    const { world, db, stamp } = it;
    const attempt = (mail: string, password = 'no es esta') => signIn(world.call, { mail, password });
    const [mail, other] = [world.mail('seller'), world.mail('support')];
    for (const someone of [mail, other])
      for (let one = 0; one < 4; one++) expect((await attempt(someone)).statusCode).toBe(one < 3 ? 401 : 429);
    const until = world.clock.now + 1000;
    const lockOuts = await fetchLockOuts(db, world.clock.now);
    expect(new Set(lockOuts)).toEqual(
      new Set([mail, other].map((someone) => ({ mail: someone, address: '127.0.0.1', until }))),
    );
    const password = await resetPersonByCommand(db, mail, { removeSecondFactor: false }, stamp());
    expect((await attempt(mail, password)).statusCode).toBe(200);
    expect((await attempt(other)).statusCode).toBe(429);
    expect(await fetchLockOuts(db, world.clock.now)).toMatchObject([{ mail: other }]);
    expect(await fetchLockOuts(db, world.clock.now + 1000)).toEqual([]);
  });

  it('a disabled person is refused at once, and let in again', async () => {
    await using it = await openBeside(engine);
    const { world, db, stamp } = it;
    const mail = world.mail('seller');
    const credentials = { mail, password: world.password('seller') };
    const cookie = await world.signIn('seller');
    expect(await setAccessByCommand(db, mail, false, stamp())).toMatchObject({ state: 'disabled' });
    expect(await statusOf(world, cookie)).toBe(401);
    expect((await signIn(world.call, credentials)).statusCode).toBe(401);
    await expect(resetPersonByCommand(db, mail, { removeSecondFactor: false }, stamp())).rejects.toThrow(
      /is disabled: run npm run person:enable/,
    );
    expect(await setAccessByCommand(db, mail, true, stamp())).toMatchObject({ state: 'active' });
    expect((await signIn(world.call, credentials)).statusCode).toBe(200);
    expect(await byCommand(world, await world.signIn('partner'))).toMatchObject([
      { action: 'setAccess', changes: [{ field: 'state', from: 'disabled', to: 'active' }] },
      { action: 'setAccess', changes: [{ field: 'state', from: 'active', to: 'disabled' }] },
    ]);
  });

  it('an invited person is let in by a reset', async () => {
    await using it = await openBeside(engine);
    const { world, db, stamp } = it;
    const mail = 'nora@x.example';
    await world.call('/desk/people', {
      method: 'POST',
      headers: { ...CONSOLE, cookie: await world.signIn('partner') },
      payload: { mail, name: 'Nora Díaz', role: 'support', agencies: [] },
    });
    const password = await resetPersonByCommand(db, mail, { removeSecondFactor: false }, stamp());
    expect((await signIn(world.call, { mail, password })).statusCode).toBe(200);
    expect(await db.selectFrom('link').selectAll().execute()).toEqual([]);
  });

  it('the last partner cannot be disabled, and another one can be created after they left', async () => {
    await using it = await openBeside(engine);
    const { world, db, stamp } = it;
    const mail = world.mail('partner');
    await expect(setAccessByCommand(db, mail, false, stamp())).rejects.toThrow(/last partner.*person:create/);
    expect(await statusOf(world, await world.signIn('partner'))).toBe(200);
    await db.updateTable('person').set({ disabled_at: 1 }).where('mail', '=', mail).execute();
    const person = { mail: 'Nueva@x.example', name: 'Nueva', role: 'partner', agencies: [] } as const;
    const password = await createPersonByCommand(db, person, stamp());
    const answer = await signIn(world.call, { mail: person.mail, password });
    expect(answer.json()).toMatchObject({ next: 'in', session: { person: { role: 'partner' } } });
    expect(await byCommand(world, cookieOf(answer))).toMatchObject([
      { action: 'invitePerson', target: 'Nueva@x.example', status: 200 },
      { action: 'setAccess', status: 409, code: 'last-partner' },
    ]);
  });

  it('an unknown mail is refused, and leaves no entry', async () => {
    await using it = await openBeside(engine);
    const { db, stamp } = it;
    const unknown = 'nadie@x.example';
    await expect(setAccessByCommand(db, unknown, true, stamp())).rejects.toThrow(PersonCommandError);
    await expect(resetPersonByCommand(db, unknown, { removeSecondFactor: false }, stamp())).rejects.toThrow(
      /Nobody has the mail nadie@x.example/,
    );
    expect(
      await db.selectFrom('audit').select('id').where('address', '=', COMMAND_ADDRESS).execute(),
    ).toEqual([]);
  });
});
