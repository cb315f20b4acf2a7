import type { Kysely } from 'kysely';
import { STATUSES, TOUCHES } from '#contract/follow-up/follow-up-state.ts';
import { defaultHours } from '#contract/hours.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { syncFollowUps, upsertInquiries } from '#gateway/inquiries/store.ts';
import type { GatewayTables } from '#gateway/store.ts';

// Test data in the gateway's index: inquiries of many agencies over 400 days with follow-up.

export const BENCH_PERSON_ID = '01JCPERSONPERSONPERSONPERS';
export const BENCH_NOW = Date.now();
export const BENCH_ZONE = 'America/Argentina/Buenos_Aires';
const DAY = 86_400_000;

interface Data {
  inquiries: number;
  agencies: number;
  /** Id of the person who claimed some of them. */
  me: string;
  now: number;
}

const MAKES = ['Ford', 'Fiat', 'Peugeot', 'Renault', 'Toyota', 'Volkswagen', 'Chevrolet', 'Honda'];
const FIRST = ['Ana', 'Beto', 'Carla', 'Darío', 'Elena', 'Facundo', 'Gabriela', 'Hernán', 'Inés', 'José'];
const LAST = ['Gómez', 'Núñez', 'Paz', 'Quiroga', 'Ríos', 'Sosa', 'Torres', 'Vera', 'Zárate', 'Olmos'];
const COMMENT =
  'Hola, quisiera saber si el vehículo sigue disponible y si toman un usado en parte de pago. Puedo pasar por la tarde.';

/** Deterministic generator of integers below `most`. */
function createRandom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // High bits, as the low bits of an LCG have short periods.
    return Math.floor((state / 2 ** 32) * most);
  };
}

export const agencyMail = (agency: number) => `ventas@agencia${agency}.example`;

function createInquiry(agency: number, index: number, random: (most: number) => number, now: number) {
  const sid = `01${String(agency).padStart(6, '0')}${String(index).padStart(18, '0')}`;
  return {
    Momento: new Date(now - random(400 * 1440) * 60_000).toISOString(),
    OrigenLead: ['Formulario', 'WhatsApp', 'Llamada', 'Chat'][random(4)],
    TipoAnuncio: 'Usado',
    Auto: {
      ExternalId: `U-${random(500)}`,
      Marca: MAKES[random(MAKES.length)],
      Modelo: `Modelo ${random(40)}`,
      Version: '1.6 Highline AT',
      VersionYear: 2010 + random(16),
      Estado: 'Usado',
      Precio: { Moneda: 'ARS', Importe: 9_000_000 + random(9_000_000) },
    },
    Interesado: {
      Interes: 'Comprar',
      Nombre: FIRST[random(FIRST.length)],
      Apellido: LAST[random(LAST.length)],
      Email: `persona${random(500_000)}@correo.example`,
      Telefono: `11 ${4000 + random(2000)}-${1000 + random(9000)}`,
      Provincia: ['Buenos Aires', 'Córdoba', 'Santa Fe'][random(3)],
      Ciudad: 'La Plata',
      Comentario: `${COMMENT} ${COMMENT.slice(random(60))}`,
    },
    OperadorResponsable: random(3) === 0 ? null : `operador${random(4)}@agencia${agency}.example`,
    _links: { self: { href: `/v3/consultas/${agencyMail(agency)}/${sid}` } },
  };
}

/** Fills the index of a gateway with demo people. */
export async function fillIndexForPartner(
  db: Kysely<GatewayTables>,
  amounts: Pick<Data, 'inquiries' | 'agencies'>,
): Promise<void> {
  const { id: me } = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'partner')
    .executeTakeFirstOrThrow();
  await fillIndex(db, { ...amounts, me, now: BENCH_NOW });
}

/** Keeps the index as it was filled. */
export async function postponeSweeps(db: Kysely<GatewayTables>): Promise<void> {
  await db
    .updateTable('indexed_agency')
    .set({ due_at: BENCH_NOW + DAY, swept_at: BENCH_NOW, full_read_at: BENCH_NOW })
    .execute();
}

/** Fills the index. @returns the time spent in `upsertInquiries`, ms */
export async function fillIndex(
  db: Kysely<GatewayTables>,
  { inquiries, agencies, me, now }: Data,
): Promise<number> {
  const perAgency = inquiries / agencies;
  const hours = defaultHours(BENCH_ZONE);
  const random = createRandom(7);
  let spent = 0;
  const admins = Array.from({ length: agencies }, (_, agency) => ({ adminMail: agencyMail(agency) }));
  await syncAgencies(db, admins, now);
  for (let agency = 0; agency < agencies; agency++) {
    const entries = Array.from({ length: perAgency }, (_, index) =>
      createInquiry(agency, index, random, now),
    );
    const started = performance.now();
    await upsertInquiries(db, entries, { agency: agencyMail(agency), discoverySource: 'list', hours, now });
    spent += performance.now() - started;
    const rows = entries.flatMap(({ _links: { self }, Momento }) => {
      // Two thirds have a follow-up.
      if (random(3) === 0) return [];
      const at = Date.parse(Momento);
      const status = STATUSES[random(STATUSES.length)] ?? 'new';
      const isSnoozed = random(30) === 0;
      const answer = {
        touched_at: at + random(1 + random(1440)) * 60_000,
        touched_by: random(3) === 0 ? me : `person-${agency}-${random(4)}`,
        touched_how: TOUCHES[random(TOUCHES.length)] ?? 'call',
      };
      return [
        {
          agency_key: agencyMail(agency),
          sid: self.href.slice(-26),
          momento: at,
          status,
          lost_reason: null,
          claimed_by: random(100) === 0 ? me : null,
          snoozed_until: isSnoozed ? now + (random(20) - 5) * DAY : null,
          ...(status === 'new' ? { touched_at: null, touched_by: null, touched_how: null } : answer),
          contacted_at: null,
          contacted_by: null,
          version: 1,
          changed_at: at,
        },
      ];
    });
    for (let from = 0; from < rows.length; from += 1000)
      await db
        .insertInto('follow_up')
        .values(rows.slice(from, from + 1000))
        .execute();
    await syncFollowUps(db, agencyMail(agency));
  }
  return spent;
}
