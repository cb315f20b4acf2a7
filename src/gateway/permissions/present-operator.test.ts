import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { dayAt } from '#contract/window.ts';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import type { LoggedEvent } from '#gateway/live/event-log.ts';
import { createEventFormatters } from '#gateway/live/visible-events.ts';
import { createPeople, findPersonById } from '#gateway/people/store.ts';
import { type Engine } from '#database/database.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, cookieOf, json, signIn } from '#testing/gateway-world.ts';
import { openJobWorld, sidOf } from '#testing/job-world.ts';
import { propertyRuns } from '#testing/property-runs.ts';

const PASSWORD = 'una clave bien larga';
const SID = sidOf(1);
const ONE = `/desk/follow-up/${OWN}/${SID}`;
const SELLERS = { a: 'a@ruta9.example', b: 'b@ruta9.example' } as const;
type Seller = keyof typeof SELLERS;

/** Two sellers of an agency who are limited to their own inquiries, and one inquiry that changes its operator. */
async function open(engine: Engine) {
  const it = await openJobWorld(engine, 0);
  const { db, world } = it;
  const seller = { role: 'seller' as const, agencies: [OWN], password: PASSWORD };
  await createPeople(
    db,
    [
      { ...seller, name: 'a', mail: SELLERS.a },
      { ...seller, name: 'b', mail: SELLERS.b },
    ],
    stampAt(1),
  );
  const people = await db
    .selectFrom('person')
    .select(['id', 'mail'])
    .where('mail', 'in', Object.values(SELLERS))
    .execute();
  await db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();

  const assign = async (operator: Seller | 'nobody') => {
    const entry = {
      Momento: new Date(world.clock.now - 60_000).toISOString(),
      OperadorResponsable: operator === 'nobody' ? null : SELLERS[operator].toUpperCase(),
      Auto: {},
      Interesado: { Nombre: 'Ana', Email: 'ana@x.example' },
      _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
    };
    world.upstream.answer = json(entry);
    await upsertInquiries(db, [entry], {
      agency: OWN,
      discoverySource: 'webhook',
      hours: defaultHours(world.config.timeZone),
      now: world.clock.now,
    });
  };

  const signedIn = async (name: Seller) => {
    const cookie = cookieOf(await signIn(world.call, { mail: SELLERS[name], password: PASSWORD }));
    const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) });
    const shows = async (url: string) => (await ask('GET', url)).body.includes(SID);
    const change = (kind: object) => ({ id: randomUUID(), version: 0, change: kind });
    const runJob = async () => {
      const body = {
        ...change({ kind: 'claim', claimed: true }),
        version: undefined,
        inquiries: [{ adminMail: OWN, sid: SID, version: 0 }],
      };
      const { id } = (await ask('POST', '/desk/follow-up-changes', body)).json<Job>();
      const { rows } = (await ask('GET', `/desk/jobs/${id}/rows`)).json<{ rows: JobRow[] }>();
      return rows[0]?.code !== 'not-found' && rows[0]?.name !== null;
    };
    const day = dayAt(world.clock.now - 60_000, world.config.timeZone);
    const exported = async () => {
      const id = randomUUID();
      await ask('POST', '/desk/exports', { id, agencia: OWN, columns: 'sid', masked: '1' });
      await vi.waitFor(async () =>
        expect((await ask('GET', `/desk/jobs/${id}`)).json<Job>().state).toBe('done'),
      );
      return shows(`/desk/jobs/${id}/file`);
    };
    const receives = async (kind: 'follow-up' | 'follow-ups' | 'looking') => {
      const person = await findPersonById(db, people.find(({ mail }) => mail === SELLERS[name])?.id ?? '');
      if (!person) throw new Error('The seller is gone');
      const inquiry = { adminMail: OWN, sid: SID };
      const data = kind === 'follow-ups' ? { inquiries: [inquiry], by: 'x' } : inquiry;
      // The operator when the event was logged does not matter.
      const event: LoggedEvent = {
        id: 1,
        kind,
        agency_key: OWN,
        operator_key: SELLERS.a,
        data: JSON.stringify(data),
      };
      const [format] = await createEventFormatters(db, [event], [person]);
      return format?.(person) !== undefined;
    };
    /** Reads, by name of the action, if the seller may do it. */
    return async (): Promise<Record<string, boolean>> => ({
      timeline: (await ask('GET', ONE)).statusCode === 200,
      note:
        (await ask('POST', `${ONE}/changes`, change({ kind: 'note', text: 'x', contact: false })))
          .statusCode === 200,
      seen: (await ask('PUT', `${ONE}/seen`)).statusCode === 204,
      looking: (await ask('PUT', `${ONE}/looking`)).statusCode === 200,
      followUps: await shows(`/desk/follow-up/${OWN}`),
      snoozed: await shows(`/desk/follow-up/${OWN}?snoozed=1`),
      list: await shows(`/desk/inquiries?agencia=${OWN}`),
      rows:
        (await ask('GET', `/desk/inquiries/rows?agencia=${OWN}&sid=${SID}`)).json().rows[0]?.matches === true,
      counts: (await ask('GET', `/desk/inquiries/counts?agencia=${OWN}`)).json().builtIn.pospuestas === 1,
      facets: (await ask('GET', `/desk/inquiries/facets?agencia=${OWN}`)).json().total === 1,
      indexed: (await ask('GET', `/desk/inquiries/${OWN}/${SID}`)).statusCode === 200,
      buyer: (await ask('GET', `/desk/inquiries/${OWN}/${SID}/buyer`)).statusCode === 200,
      overview:
        (await ask('GET', `/desk/overview?agencia=${OWN}&desde=${day}&hasta=${day}`)).json().totals
          .inquiries === 1,
      job: await runJob(),
      exported: await exported(),
      event: await receives('follow-up'),
      events: await receives('follow-ups'),
      presence: await receives('looking'),
    });
  };
  return { it, assign, signedIn, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() };
}

onEachEngine((engine) => {
  it('an inquiry is seen by its present operator alone, wherever it is asked for', async () => {
    await using world = await open(engine);
    const { db } = world.it;
    const sellers = { a: await world.signedIn('a'), b: await world.signedIn('b') };
    const operators = fc.array(fc.constantFrom('a', 'b', 'nobody' as const), { minLength: 1, maxLength: 3 });
    const checkEach = async (sequence: readonly (Seller | 'nobody')[]) => {
      for (const operator of sequence) {
        await world.assign(operator);
        await db
          .updateTable('follow_up')
          .set({ snoozed_until: world.it.world.clock.now + 1 })
          .execute();
        for (const name of ['a', 'b'] as const) {
          const visible = await sellers[name]();
          const expected = Object.fromEntries(Object.keys(visible).map((key) => [key, name === operator]));
          expect([name, operator, visible]).toEqual([name, operator, expected]);
        }
      }
    };
    await world.assign('a');
    await sellers.a();
    await checkEach(['a', 'b', 'a', 'nobody']);
    await fc.assert(fc.asyncProperty(operators, checkEach), { numRuns: propertyRuns(1, 10) });
  });
});
