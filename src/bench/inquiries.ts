import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { STATUSES } from '#contract/desk/follow-up.ts';
import { defaultHours } from '#contract/hours.ts';
import { VIEWS } from '#contract/queue-names.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { type ListRequest, countInquiries, resolveOrder, fetchPage } from '#gateway/inquiries/lists.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { startPostgres } from '#testing/postgres.ts';
import { percentile, readNumbers, rounded } from './numbers.ts';

// The gateway's index of the inquiries: how fast it fills, and what pages, counts and searches take in the store; on
// SQLite, or with `--postgres 1` on a PostgreSQL of its own.

const ZONE = 'America/Argentina/Buenos_Aires';
const ME = '01JCPERSONPERSONPERSONPERS';
const DAY = 86_400_000;
const now = Date.now();
const {
  inquiries,
  agencies,
  tries,
  postgres: onPostgres,
} = readNumbers({ inquiries: 1_000_000, agencies: 200, tries: 200, postgres: 0 });

const MAKES = ['Ford', 'Fiat', 'Peugeot', 'Renault', 'Toyota', 'Volkswagen', 'Chevrolet', 'Honda'];
const FIRST = ['Ana', 'Beto', 'Carla', 'Darío', 'Elena', 'Facundo', 'Gabriela', 'Hernán', 'Inés', 'José'];
const LAST = ['Gómez', 'Núñez', 'Paz', 'Quiroga', 'Ríos', 'Sosa', 'Torres', 'Vera', 'Zárate', 'Olmos'];
const COMMENT =
  'Hola, quisiera saber si el vehículo sigue disponible y si toman un usado en parte de pago. Puedo pasar por la tarde.';

/** Always the same numbers. */
function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
}

const mailOf = (agency: number) => `ventas@agencia${agency}.example`;

function inquiryAt(agency: number, index: number, random: (most: number) => number) {
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
    _links: { self: { href: `/v3/consultas/${mailOf(agency)}/${sid}` } },
  };
}

async function fill(db: Kysely<GatewayTables>): Promise<number> {
  const perAgency = inquiries / agencies;
  const hours = defaultHours(ZONE);
  const random = randomFrom(7);
  let spent = 0;
  for (let agency = 0; agency < agencies; agency++) {
    const entries = Array.from({ length: perAgency }, (_, index) => inquiryAt(agency, index, random));
    const rows = entries.flatMap(({ _links: { self }, Momento }) => {
      // Two thirds were worked on; most of what is older than a week is settled.
      if (random(3) === 0) return [];
      const at = Date.parse(Momento);
      const status = STATUSES[random(STATUSES.length)] ?? 'new';
      const isSnoozed = random(30) === 0;
      return [
        {
          agency_key: mailOf(agency),
          sid: self.href.slice(-26),
          momento: at,
          operator_key: null,
          status,
          lost_reason: null,
          claimed_by: random(100) === 0 ? ME : null,
          snoozed_until: isSnoozed ? now + (random(20) - 5) * DAY : null,
          touched_at: status === 'new' ? null : at,
          touched_by: status === 'new' ? null : ME,
          touched_how: status === 'new' ? null : ('call' as const),
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
    const started = performance.now();
    await upsertInquiries(db, entries, { agency: mailOf(agency), learned: 'list', hours, now });
    spent += performance.now() - started;
  }
  return spent;
}

async function timesOf(ask: (agency: number) => Promise<unknown>, count = tries): Promise<number[]> {
  const times: number[] = [];
  for (let one = 0; one < count; one++) {
    const started = performance.now();
    await ask((one * 37) % agencies);
    times.push(performance.now() - started);
  }
  return times;
}

const figure = (times: number[]) => ({
  'p50, ms': rounded(percentile(times, 0.5)),
  'p95, ms': rounded(percentile(times, 0.95)),
});

async function measure(target: DatabaseTarget): Promise<void> {
  const database = await openGatewayDatabase(target);
  const { db } = database;
  const spent = await fill(db);
  console.log(`${database.engine}: ${rounded(inquiries / (spent / 1000))} inquiries taken up a second`);
  const present = { me: ME, now, zone: ZONE };
  const scopes: [string, (agency: number) => ListRequest['scope']][] = [
    ['one agency', (agency) => unlimitedScope([mailOf(agency)])],
    [
      'three agencies',
      (agency) => unlimitedScope([0, 1, 2].map((more) => mailOf((agency + more) % agencies))),
    ],
    ['all agencies', () => unlimitedScope(undefined)],
  ];
  const figures: Record<string, object> = {};
  for (const [whose, scope] of scopes) {
    for (const view of VIEWS) {
      const filters: ListRequest['filters'] = { view, narrowing: {} };
      figures[`${view}, a page, ${whose}`] = figure(
        await timesOf((agency) =>
          fetchPage(
            db,
            { scope: scope(agency), filters, present },
            { order: resolveOrder(filters), limit: 25 },
          ),
        ),
      );
    }
    figures[`counts of all views, ${whose}`] = figure(
      await timesOf(
        (agency) =>
          Promise.all(
            VIEWS.map((view) =>
              countInquiries(db, { scope: scope(agency), filters: { view, narrowing: {} }, present }),
            ),
          ),
        Math.ceil(tries / 4),
      ),
    );
    for (const buscar of ['gomez ford', '4444', 'persona4'])
      figures[`search of “${buscar}”, ${whose}`] = figure(
        await timesOf(
          (agency) =>
            fetchPage(
              db,
              { scope: scope(agency), filters: { narrowing: { buscar } }, present },
              { order: 'newest', limit: 25 },
            ),
          Math.ceil(tries / 4),
        ),
      );
  }
  console.table(figures);
  await database.close();
}

function unlimitedScope(keys: string[] | undefined): ListRequest['scope'] {
  return { agencies: keys, limitedIn: [], operator: '' };
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
const postgres = onPostgres > 0 ? await startPostgres() : undefined;
if (onPostgres > 0 && !postgres) throw new Error('PostgreSQL was not found');
await measure({
  file: join(folder.path, 'gateway.db'),
  url: postgres?.url,
  schema: 'bench_inquiries',
});
await postgres?.stop();
