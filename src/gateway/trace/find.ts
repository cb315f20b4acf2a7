import type { Kysely } from 'kysely';
import { TRACE_MATCHES, type TraceMatches } from '#contract/desk/trace.ts';
import { fold } from '#contract/search.ts';
import { columnContains } from '#database/text-search.ts';
import type { ListRequest } from '#gateway/inquiries/conditions.ts';
import { fetchMatches } from '#gateway/inquiries/search-matches.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { NO_TEXT, readText } from './inquiry-facts.ts';

type FoundLead = TraceMatches['leads'][number];

/** Finds inquiries by sid, by hook id, and as the inbox searches; at most one more than are shown. */
export async function findLeads(
  db: Kysely<GatewayTables>,
  { scope, context }: Pick<ListRequest, 'scope' | 'context'>,
  text: string,
): Promise<FoundLead[]> {
  const id = text.trim();
  const list = { scope, context, filters: { narrowing: { buscar: text } } };
  const [byId, matches] = await Promise.all([findById(db, id), fetchMatches(db, list, 'newest')]);
  const numbers = matches.slice(0, TRACE_MATCHES + 1);
  const matchingRows = await Promise.all([
    numbers.length > 0 ? selectFound(db).where('i.number', 'in', numbers).execute() : [],
    // A sid is looked up in each agency: the index of inquiries begins with the agency.
    selectFound(db)
      .where('i.agency_key', 'in', (eb) => eb.selectFrom('indexed_agency').select('agency_key'))
      .where('i.sid', 'in', [id.toUpperCase(), ...byId])
      .execute(),
  ]);
  const rows = new Map(matchingRows.flat().map((row) => [`${row.agency} ${row.sid}`, row]));
  return [...rows.values()]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, TRACE_MATCHES + 1)
    .map(({ agency, sid, at, data, erased_at }) => {
      const { person: buyer, vehicle, operator } = erased_at === null ? readText(data) : NO_TEXT;
      return { agency, sid, at, person: buyer, vehicle, operator };
    });
}

function selectFound(db: Kysely<GatewayTables>) {
  return db
    .selectFrom('inquiry as i')
    .innerJoin('indexed_agency as a', 'a.agency_key', 'i.agency_key')
    .select(['a.admin_mail as agency', 'i.sid', 'i.at', 'i.data', 'i.erased_at']);
}

/** Sids of the messages with a hook id. */
async function findById(db: Kysely<GatewayTables>, hookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('sid')
    .where('hook_id', '=', hookId)
    .where('sid', 'is not', null)
    .$narrowType<{ sid: string }>()
    .execute();
  return rows.map(({ sid }) => sid);
}

/** decided: more are looked for with more letters. */
const MAX_FOUND_AGENCIES = 8;

/** Agencies, also invited ones, whose mail or name contains a text. */
export async function findAgencies(
  db: Kysely<GatewayTables>,
  text: string,
): Promise<TraceMatches['agencies']> {
  const part = text.trim();
  const fetchFrom = (table: 'indexed_agency' | 'invitation') =>
    db
      .selectFrom(table)
      .select(['admin_mail as adminMail', 'name'])
      .where((eb) => columnContains(eb.ref('agency_key'), mailKey(part)))
      .orderBy('agency_key')
      .limit(MAX_FOUND_AGENCIES)
      .execute();
  const named = db
    .selectFrom('indexed_agency')
    .select(['admin_mail as adminMail', 'name'])
    .where('name', 'is not', null)
    .execute();
  const agencies = [
    ...(await fetchFrom('indexed_agency')),
    ...(await fetchFrom('invitation')),
    ...(await named).filter(({ name }) => fold(name ?? '').includes(fold(part))),
  ];
  const byKey = new Map(agencies.map((agency) => [mailKey(agency.adminMail), agency]));
  return [...byKey.values()].slice(0, MAX_FOUND_AGENCIES);
}

/** Finds the inquiry of an agency that came by a message and is nearest in time to another one. @returns its sid; undefined: none */
export async function findTwin(
  db: Kysely<GatewayTables>,
  { adminMail, sid, at }: { adminMail: string; sid: string; at: number },
): Promise<string | undefined> {
  const findNearest = (side: '<=' | '>') =>
    db
      .selectFrom('inquiry')
      .select(['sid', 'at'])
      .where((eb) => eb.and({ agency_key: mailKey(adminMail), discovery_source: 'webhook' }))
      .where('gone_at', 'is', null)
      .where('sid', '<>', sid.toUpperCase())
      .where('at', side, at)
      .orderBy('at', side === '>' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst();
  const sides = await Promise.all([findNearest('<='), findNearest('>')]);
  const [nearest] = sides
    .flatMap((row) => (row ? [row] : []))
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return nearest?.sid;
}
