import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { LOST_REASONS, STATUSES } from '#contract/follow-up/follow-up-state.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { dayAt } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { saveFollowUpChange } from '#gateway/follow-up/changes.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { fetchStoredHours, setHours } from '#gateway/hours/store.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { parseBuyerKeys } from '#gateway/erasure/buyer-keys.ts';
import { eraseBuyerData } from '#gateway/erasure/erase-buyer.ts';
import { hideInquiries, hideMissing, noteAsked } from '#gateway/inquiries/missing.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import { recomputeDueTimes, upsertInquiries } from '#gateway/inquiries/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase } from './engines.ts';
import { prepareRollUps, refreshSlice } from '#gateway/overview/roll-ups.ts';
import { systemClock } from '#system/clock.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';

export const NOW = Date.parse('2026-11-16T12:00:00-03:00');

const HOUR = 3_600_000;

export const AGENCIES = ['ventas@ruta9.example', 'ventas@otra.example', 'ventas@sur.example'] as const;

export const PERSON = {
  id: '01JCPERSONPERSONPERSONPERS',
  mail: 'ana@x.example',
  name: 'Ana',
  role: 'partner' as const,
  agencies: null,
  ownInquiriesIn: [],
  lastAgency: null,
};

const COLLEAGUE = {
  ...PERSON,
  id: '01JCOTHEROTHEROTHEROTHEROT',
  mail: 'beto@x.example',
  name: 'Beto',
};

const PHONES = ['0351 15-555-0111', '11 4444 3333'];

const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

/** The agencies without inquiries make them more than those whose people are listed. */
export async function openIndex(engine: Engine, emptyAgencies = 20) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const empty = Array.from({ length: emptyAgencies }, (_, index) => `vacia${index}@x.example`);
  await syncAgencies(
    db,
    [...AGENCIES, ...empty].map((adminMail) => ({ adminMail })),
    NOW,
  );
  await db
    .insertInto('person')
    .values(
      [PERSON, COLLEAGUE].map(({ id, mail, name, role }) => ({
        id,
        mail,
        name,
        role,
        password_hash: '',
        last_agency: null,
        created_at: NOW,
        disabled_at: null,
      })),
    )
    .execute();
  await prepareRollUps(db, ZONE);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

export type Db = Kysely<GatewayTables>;

const agency = fc.constantFrom(...AGENCIES);
/** Days from which on changed hours hold. */
const changeDay = fc.integer({ min: 0, max: 200 }).map((hoursAgo) => dayAt(NOW - hoursAgo * HOUR, ZONE));

const number = fc.nat({ max: 7 });

export const inquiry = fc.record({
  number,
  hoursAgo: fc.nat({ max: 200 }),
  make: fc.constantFrom('Ford', 'FORD', 'Citroën', 'citroen', '__proto__', null),
  model: fc.constantFrom('Ka', 'C3', null),
  price: fc.constantFrom(12_000_000, 9_000, 0, null),
  origin: fc.constantFrom('Formulario', 'WhatsApp', null),
  province: fc.constantFrom('Córdoba', null),
  listingType: fc.constantFrom('Usado', '0km', null),
  condition: fc.constantFrom('Nuevo', null),
  interest: fc.constantFrom('Comprar', null),
  operator: fc.constantFrom(PERSON.mail, COLLEAGUE.mail, null),
  phone: fc.constantFrom(...PHONES, null),
  isFull: fc.boolean(),
});

type Drawn = typeof inquiry extends fc.Arbitrary<infer T> ? T : never;

function toEntry(adminMail: string, drawn: Drawn) {
  return {
    Momento: new Date(NOW - drawn.hoursAgo * HOUR).toISOString(),
    OrigenLead: drawn.origin,
    TipoAnuncio: drawn.listingType,
    Auto: {
      Marca: drawn.make,
      Modelo: drawn.model,
      Estado: drawn.condition,
      Precio: drawn.price === null ? null : { Moneda: 'ARS', Importe: drawn.price },
    },
    Interesado: {
      Interes: drawn.interest,
      Provincia: drawn.province,
      Telefono: drawn.phone,
      InfoOperacion: drawn.isFull
        ? {
            EntregaVehiculo: { Marca: 'Fiat' },
            FinanciacionDeseada: { Monto: 1 },
            QuiereCotizacionSeguro: true,
          }
        : null,
    },
    OperadorResponsable: drawn.operator,
    _links: { self: { href: `/v3/consultas/${adminMail}/${sidAt(drawn.number)}` } },
  };
}

const change: fc.Arbitrary<RecordedChange | 'undo'> = fc.oneof(
  fc.record({ kind: fc.constant('touch' as const), how: fc.constantFrom('call' as const, 'mail' as const) }),
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom(...STATUSES),
    lostReason: fc.constantFrom(...LOST_REASONS, null),
  }),
  fc.constant({ kind: 'note' as const, text: 'Hablamos', contact: true }),
  fc.constant({ kind: 'snooze' as const, until: NOW + HOUR }),
  fc.constant('undo' as const),
);

const hours: fc.Arbitrary<Hours> = fc
  .record({
    target: fc.constantFrom(30, 600),
    zone: fc.constantFrom(ZONE, 'Asia/Kathmandu'),
    isClosed: fc.boolean(),
  })
  .map(({ target, zone, isClosed }) =>
    Object.assign(defaultHours(zone), { target }, isClosed && { week: [[], [], [], [], [], [], []] }),
  );

export type Step = (db: Db) => Promise<unknown>;

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(agency, fc.array(inquiry, { minLength: 1, maxLength: 8 })).map(arrive) },
  {
    weight: 8,
    arbitrary: fc
      .record({ agency, number, change, hoursLater: fc.nat({ max: 60 }), isColleague: fc.boolean() })
      .map(follow),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...PHONES).map(
      (phone): Step =>
        (db) =>
          eraseBuyerData(db, parseBuyerKeys({ phone }).keys, NOW),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(agency, number).map(([adminMail, index]): Step => async (db) => {
      await noteAsked(db, { agency_key: adminMail, sid: sidAt(index) }, { isThere: false, now: NOW });
      await hideMissing(db, adminMail, { from: 0, since: NOW, before: NOW, acceptedAt: 0, now: NOW });
    }),
  },
  {
    weight: 1,
    arbitrary: agency.map((adminMail): Step => async (db) => {
      await hideInquiries(db, adminMail, NOW);
      await deleteInquiries(db, { goneBefore: NOW + 1 }, 100);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant(((db) =>
      deleteInquiries(db, { before: NOW - 150 * HOUR }, 100)) satisfies Step as Step),
  },
  { weight: 2, arbitrary: fc.tuple(agency, hours, fc.boolean(), changeDay).map(changeHours) },
  {
    weight: 3,
    arbitrary: fc.constant(((db) =>
      refreshSlice(db, ZONE, { agencies: [AGENCIES[0]] })) satisfies Step as Step),
  },
  { weight: 3, arbitrary: fc.constant(((db) => refreshSlice(db, ZONE)) satisfies Step as Step) },
);

export function arrive([adminMail, drawn]: [string, Drawn[]]): Step {
  return async (db) =>
    upsertInquiries(
      db,
      drawn.map((one) => toEntry(adminMail, one)),
      {
        agency: adminMail,
        discoverySource: 'list',
        hours: (await fetchStoredHours(db, adminMail, ZONE)).hours,
        now: NOW,
      },
    );
}

export function follow(drawn: {
  agency: string;
  number: number;
  change: RecordedChange | 'undo';
  hoursLater: number;
  isColleague: boolean;
}): Step {
  return async (db) => {
    const key = { agency_key: drawn.agency, sid: sidAt(drawn.number) };
    const row = await db
      .selectFrom('inquiry')
      .select(['at', 'operator_key'])
      .where('agency_key', '=', key.agency_key)
      .where('sid', '=', key.sid)
      .executeTakeFirst();
    const { version = 0 } =
      (await db
        .selectFrom('follow_up')
        .select('version')
        .where('agency_key', '=', key.agency_key)
        .where('sid', '=', key.sid)
        .executeTakeFirst()) ?? {};
    const entry = await db
      .selectFrom('follow_up_entry')
      .select('id')
      .where('agency_key', '=', key.agency_key)
      .where('sid', '=', key.sid)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    const wanted: RecordedChange | undefined =
      drawn.change === 'undo' ? entry && { kind: 'undo', entry: entry.id } : drawn.change;
    if (!wanted) return;
    const at = row?.at ?? NOW - 100 * HOUR;
    await saveFollowUpChange(
      db,
      { adminMail: drawn.agency, sid: key.sid, momento: at, operator: row?.operator_key ?? null },
      { person: drawn.isColleague ? COLLEAGUE : PERSON },
      { id: randomUUID(), version, change: wanted },
      at + drawn.hoursLater * HOUR,
    ).catch((error: Error) => {
      // Entries that were undone already, or concurrent changes.
      if (error.name !== 'ProblemError') throw error;
    });
  };
}

export function changeHours([adminMail, next, isSwept, day]: [string, Hours, boolean, string]): Step {
  return async (db) => {
    const { version } = await fetchStoredHours(db, adminMail, ZONE);
    // Set at the beginning of time, so that days of the past can be chosen.
    const { hours } = await setHours(db, adminMail, { hours: next, day, version }, { now: 0, zone: ZONE });
    if (isSwept) await recomputeDueTimes(db, adminMail, hours, { clock: systemClock });
  };
}
