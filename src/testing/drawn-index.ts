import fc from 'fast-check';
import type { Kysely } from 'kysely';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { STATUSES } from '#contract/follow-up/follow-up-state.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { Consulta } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import type { Engine } from '#database/database.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase } from './engines.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';

export const NOW = Date.parse('2026-11-16T12:00:00-03:00');

export const HOUR = 3_600_000;

export const AGENCIES = ['ventas@ruta9.example', 'ventas@otra.example', 'ventas@sur.example'] as const;

export const ME = '01JCPERSONPERSONPERSONPERS';

const OTHER = '01JCOTHEROTHEROTHEROTHEROT';

export type Inquiry = ReturnType<typeof inquiryFrom>;

export interface Drawn {
  agency: number;
  hoursAgo: number;
  make: string | null;
  province: string | null;
  phone: string | null;
  name: string;
  operator: string | null;
  tradeIn: boolean;
  followUp:
    | (Pick<FollowUp, 'status' | 'snoozedUntil' | 'changedAt'> & {
        mine: boolean | null;
        touched: boolean;
        contacted: boolean;
      })
    | null;
  seen: boolean;
}

const moment = fc.integer({ min: -72, max: 72 }).map((hours) => NOW + hours * HOUR);

const past = fc.integer({ min: -72, max: 0 }).map((hours) => NOW + hours * HOUR);

export const drawn: fc.Arbitrary<Drawn> = fc.record({
  agency: fc.nat({ max: AGENCIES.length - 1 }),
  hoursAgo: fc.oneof(fc.nat({ max: 120 }), fc.nat({ max: 400 })),
  make: fc.constantFrom('Ford', 'Fiat', 'Peugeot', null),
  province: fc.constantFrom('Córdoba', 'Salta', null),
  phone: fc.constantFrom('0351 15-555-0111', '+54 9 351 555 0111', '555-0111', '11 4444 3333', null),
  name: fc.constantFrom('Ana Quiroga', 'José Peña', 'Anahí Ñandú'),
  operator: fc.constantFrom('ana@x.example', 'beto@x.example', null),
  tradeIn: fc.boolean(),
  followUp: fc.option(
    fc.record({
      status: fc.constantFrom(...STATUSES),
      snoozedUntil: fc.option(moment),
      changedAt: fc.option(past),
      mine: fc.option(fc.boolean()),
      touched: fc.boolean(),
      contacted: fc.boolean(),
    }),
  ),
  seen: fc.boolean(),
});

export const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

function inquiryFrom(
  { agency, hoursAgo, make, province, phone, name, operator, tradeIn }: Drawn,
  index: number,
) {
  return {
    Momento: new Date(NOW - hoursAgo * HOUR).toISOString(),
    OrigenLead: 'Formulario',
    TipoAnuncio: 'Usado',
    Auto: { ExternalId: `U-${index % 3}`, Marca: make, Modelo: 'Ranger', Estado: 'Usado' },
    Interesado: {
      Interes: 'Comprar',
      Nombre: name,
      Apellido: null,
      Email: null,
      Telefono: phone,
      Provincia: province,
      Comentario: null,
      InfoOperacion: tradeIn ? { EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Uno' } } : null,
    },
    OperadorResponsable: operator,
    _links: { self: { href: `/v3/consultas/${AGENCIES[agency]}/${sidAt(index)}` } },
  };
}

export const Read = tolerant(Consulta);

/** Agencies have different hours, and so different due times. */
export const hoursAt = (agency: number): Hours => ({
  ...defaultHours(ZONE),
  target: [30, 600, 3000][agency] ?? 30,
});

export function followUpFrom({ followUp }: Drawn, sid: string): FollowUp[] {
  if (!followUp) return [];
  const { status, snoozedUntil, changedAt, mine, touched, contacted } = followUp;
  const by = { id: OTHER, name: 'Otra' };
  return [
    {
      sid,
      status,
      lostReason: null,
      claimedBy: mine === null ? null : { id: mine ? ME : OTHER, name: '' },
      snoozedUntil,
      firstTouch: touched ? { at: NOW, by, how: 'call' } : null,
      firstContact: contacted ? { at: NOW, by } : null,
      pinnedNote: null,
      notes: 0,
      version: 1,
      changedAt,
    },
  ];
}

export async function openIndex(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const person = (id: string, mail: string) => ({
    id,
    mail,
    name: mail,
    role: 'seller' as const,
    password_hash: '',
    last_agency: null,
    created_at: NOW,
    disabled_at: null,
  });
  await syncAgencies(
    db,
    AGENCIES.map((adminMail) => ({ adminMail })),
    NOW,
  );
  await db
    .insertInto('person')
    .values([person(ME, 'ana@x.example'), person(OTHER, 'otra@x.example')])
    .execute();
  return {
    db,
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

/** Replaces the index by inquiries with their follow-up. */
export async function fillDrawn(db: Kysely<GatewayTables>, all: readonly Drawn[]): Promise<Inquiry[]> {
  await deleteInquiries(db, { before: Number.MAX_SAFE_INTEGER }, 3000);
  await db.deleteFrom('follow_up').execute();
  await db.deleteFrom('seen').execute();
  const inquiries = all.map(inquiryFrom);
  const followUps = all.flatMap((one, index) =>
    followUpFrom(one, sidAt(index)).map((followUp) => ({ agency: one.agency, at: one.hoursAgo, followUp })),
  );
  if (followUps.length > 0)
    await db
      .insertInto('follow_up')
      .values(
        followUps.map(({ agency, at, followUp }) => ({
          agency_key: AGENCIES[agency] ?? '',
          sid: followUp.sid,
          momento: NOW - at * HOUR,
          status: followUp.status,
          lost_reason: null,
          claimed_by: followUp.claimedBy?.id ?? null,
          snoozed_until: followUp.snoozedUntil,
          touched_at: followUp.firstTouch?.at ?? null,
          touched_by: followUp.firstTouch?.by.id ?? null,
          touched_how: followUp.firstTouch?.how ?? null,
          contacted_at: followUp.firstContact?.at ?? null,
          contacted_by: followUp.firstContact?.by.id ?? null,
          version: 1,
          changed_at: followUp.changedAt,
        })),
      )
      .execute();
  const seen = all.flatMap((one, index) => (one.seen ? [{ agency: one.agency, sid: sidAt(index) }] : []));
  if (seen.length > 0)
    await db
      .insertInto('seen')
      .values(
        seen.map(({ agency, sid }) => ({
          person_id: ME,
          agency_key: AGENCIES[agency] ?? '',
          sid,
          momento: NOW,
          at: NOW,
        })),
      )
      .execute();
  for (const [agency, mail] of AGENCIES.entries())
    await upsertInquiries(
      db,
      inquiries.filter((_, index) => all[index]?.agency === agency),
      { agency: mail, discoverySource: 'list', hours: hoursAt(agency), now: NOW },
    );
  return inquiries;
}
