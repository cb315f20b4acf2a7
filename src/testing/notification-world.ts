import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import type { Engine } from '#database/database.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { syncFollowUps, upsertInquiries } from '#gateway/inquiries/store.ts';
import type { DiscoverySource } from '#gateway/inquiries/tables.ts';
import { createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { systemRandom } from '#system/random.ts';
import { stampAt } from './clocks.ts';
import { cloneDatabase } from './engines.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';
export const AGENCY = 'ventas@ruta9.example';
export const OTHER_AGENCY = 'ventas@otra.example';
/** Nothing of a buyer may be in a mail. */
export const BUYER = 'Ana Canaria';

/** A gateway database with people and two agencies, a clock to set, and what the workers need. */
export async function openNotificationWorld(engine: Engine, now: string) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const clock = { now: Date.parse(now) };
  const people = [
    { mail: 'ana@ruta9.example', name: 'Ana', role: 'seller', agencies: [AGENCY] },
    { mail: 'beto@ruta9.example', name: 'Beto', role: 'seller', agencies: [AGENCY] },
    { mail: 'dora@x.example', name: 'Dora', role: 'seller', agencies: [AGENCY, OTHER_AGENCY] },
    { mail: 'paula@x.example', name: 'Paula', role: 'partner', agencies: [] },
  ] as const;
  await createPeople(
    db,
    people.map(({ mail, name, role, agencies }) => ({ mail, name, role, agencies, password: 'x' })),
    stampAt(clock.now),
  );
  const ids = new Map(
    (await db.selectFrom('person').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  );
  await syncAgencies(
    db,
    [
      { adminMail: AGENCY, name: 'Ruta 9' },
      { adminMail: OTHER_AGENCY, name: null },
    ],
    clock.now,
  );
  let number = 0;
  const errors: unknown[] = [];
  return {
    db,
    clock,
    errors,
    onError: (error: unknown) => errors.push(error),
    dependencies: {
      readAs: () => db,
      db,
      config: { timeZone: ZONE, publicUrl: 'https://vitrina.example' } as never,
      now: () => clock.now,
      random: systemRandom,
      wake: () => {},
      liveEvents: { wake: () => {} },
    },
    idOf: (name: string): string => {
      const id = ids.get(name);
      if (!id) throw new Error(`There is no ${name}`);
      return id;
    },
    setHours: async (hours: Partial<Hours>, agency_key = AGENCY) => {
      const json = JSON.stringify({ ...defaultHours(ZONE), ...hours });
      await db.insertInto('agency_hours').values({ agency_key, hours: json, version: 1 }).execute();
    },
    /** An inquiry arrives. @returns its sid */
    receive: async (
      at: string,
      {
        agency = AGENCY,
        operator = null,
        hours = {},
        source = 'webhook',
      }: {
        agency?: string;
        operator?: string | null;
        hours?: Partial<Hours>;
        source?: DiscoverySource;
      } = {},
    ) => {
      const sid = `01JCINQUIRY${String(number++).padStart(15, '0')}`;
      const entry = {
        Momento: at,
        OrigenLead: 'Formulario',
        TipoAnuncio: 'Usado',
        Auto: { ExternalId: 'U-1', Marca: 'Ford', Modelo: 'Ranger', Estado: 'Usado' },
        Interesado: { Interes: 'Comprar', Nombre: BUYER, Email: 'canaria@example.com', Comentario: BUYER },
        OperadorResponsable: operator,
        _links: { self: { href: `/v3/consultas/${agency}/${sid}` } },
      };
      await upsertInquiries(db, [entry], {
        agency,
        discoverySource: source,
        hours: { ...defaultHours(ZONE), ...hours },
        now: Date.parse(at),
      });
      return sid;
    },
    /** Its follow-up is set. */
    follow: async (
      sid: string,
      given: {
        status?: FollowUp['status'];
        touched_at?: number;
        contacted_at?: number;
        snoozed_until?: number | null;
        changed_at?: number;
      },
      agency_key = AGENCY,
    ) => {
      const by = ids.values().next().value ?? '';
      const values = {
        ...given,
        ...(given.touched_at !== undefined && { touched_by: by, touched_how: 'call' as const }),
        ...(given.contacted_at !== undefined && { contacted_by: by }),
      };
      await db
        .insertInto('follow_up')
        .values({ agency_key, sid, momento: 0, ...values })
        .onConflict((conflict) => conflict.columns(['agency_key', 'sid']).doUpdateSet(values))
        .execute();
      await syncFollowUps(db, agency_key, [sid]);
    },
    mails: () => db.selectFrom('mail').selectAll().orderBy('recipient').orderBy('id').execute(),
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}
