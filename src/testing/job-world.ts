import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { ChangeFollowUps } from '#contract/desk/bulk-follow-up.ts';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { defaultHours } from '#contract/hours.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, type World, cookieOf, openWorld, signIn } from '#testing/gateway-world.ts';
import { stampAt } from './clocks.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const PASSWORD = 'una clave bien larga';
export const BRUNO = 'bruno@otra.example';

export const sidOf = (number: number) => `01JCINQUIRY${String(number).padStart(15, '0')}`;

/** A gateway whose index has inquiries of an agency and one of another. */
export async function openJobWorld(engine: Engine, count: number) {
  const world = await openWorld({ engine });
  // The workers have made their first writes, which would wait for those below.
  const seller = await world.signIn('seller');
  const database = await openDatabase<GatewayTables>(world.config.database);
  const { db } = database;
  const options = { discoverySource: 'webhook', hours: defaultHours(ZONE), now: world.clock.now } as const;
  const entries = (agency: string, length: number) =>
    Array.from({ length }, (_, number) => ({
      Momento: new Date(world.clock.now - number * 60_000).toISOString(),
      OperadorResponsable: number === 0 ? BRUNO : null,
      Auto: {},
      Interesado: {
        Nombre: 'Ana',
        Apellido: String(number),
        Telefono: `+54 9 11 5555-${1000 + number}`,
        Email: 'ana@x.example',
      },
      _links: { self: { href: `/v3/consultas/${agency}/${sidOf(number)}` } },
    }));
  await syncAgencies(
    db,
    [OWN, FOREIGN].map((adminMail) => ({ adminMail, name: null })),
    world.clock.now,
  );
  await upsertInquiries(db, entries(OWN, count), { ...options, agency: OWN });
  await upsertInquiries(db, entries(FOREIGN, 1), { ...options, agency: FOREIGN });
  await createPeople(
    db,
    [{ role: 'seller', agencies: [FOREIGN], password: PASSWORD, name: 'Bruno', mail: BRUNO }],
    stampAt(1),
  );
  const as = (cookie: string) => createClient(world, cookie);
  return {
    world,
    db,
    signedIn: async (role: Role) => as(role === 'seller' ? seller : await world.signIn(role)),
    bruno: async () => as(cookieOf(await signIn(world.call, { mail: BRUNO, password: PASSWORD }))),
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

function createClient(world: World, cookie: string) {
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) });
  const detailOf = async (number: number, agency: string) =>
    (await call('GET', `/desk/follow-up/${agency}/${sidOf(number)}`)).json<FollowUpDetail>();
  const jobOf = async (id: string) => (await call('GET', `/desk/jobs/${id}`)).json<Job>();
  return {
    call,
    jobOf,
    change: (
      change: ChangeFollowUps['change'],
      inquiries: ChangeFollowUps['inquiries'] | { list: object; expected: number },
      id = randomUUID(),
    ) => call('POST', '/desk/follow-up-changes', { id, change, inquiries }),
    untilDone: (id: string) =>
      vi.waitFor(
        async () => {
          const job = await jobOf(id);
          expect(job.state).toBe('done');
          return job;
        },
        { timeout: 15_000 },
      ),
    rows: async (id: string, query = '') =>
      (await call('GET', `/desk/jobs/${id}/rows${query}`)).json<{ rows: JobRow[]; more: boolean }>(),
    followUp: async (number: number, agency = OWN) => (await detailOf(number, agency)).followUp,
    timeline: async (number: number) => (await detailOf(number, OWN)).timeline,
  };
}

export const at = (number: number, version = 0, adminMail = OWN) => ({
  adminMail,
  sid: sidOf(number),
  version,
});
