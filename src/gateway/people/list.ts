import { type Kysely, sql } from 'kysely';
import { PEOPLE_PAGE, type People, type PeopleQuery, type Person } from '#contract/desk/people.ts';
import { fold } from '#contract/search.ts';
import { countRows } from '#database/count-rows.ts';
import { matchesAny } from '#database/database.ts';
import { columnContains } from '#database/text-search.ts';
import type { AuditTables } from '#gateway/audit/store.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import { type LinkTables, isLinkValid } from '#gateway/links/store.ts';
import { hasSecondFactor } from '#gateway/second-factor/has-second-factor.ts';
import type { SessionTables } from '#gateway/sessions/store.ts';
import type { PeopleTables } from './store.ts';

type Tables = PeopleTables & LinkTables & SessionTables & IndexedAgencyTables & AuditTables;

/** A page of the people that match, sorted by name. */
export async function fetchPeople(
  db: Kysely<Tables>,
  { after, ...filters }: PeopleQuery,
  now: number,
): Promise<Pick<People, 'people' | 'total' | 'more'>> {
  const matching = await selectMatchingPeople(db, filters);
  const total = await countRows(matching);
  const last =
    after === undefined
      ? undefined
      : await db.selectFrom('person').select(['name_key', 'id']).where('id', '=', after).executeTakeFirst();
  const page = await matching
    .select('person.id')
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(person.name_key, person.id) > (${last?.name_key}, ${last?.id})`),
    )
    .orderBy('person.name_key')
    .orderBy('person.id')
    .limit(PEOPLE_PAGE + 1)
    .execute();
  const ids = page.slice(0, PEOPLE_PAGE).map(({ id }) => id);
  return { people: await fetchByIds(db, ids, now), total, more: page.length > PEOPLE_PAGE };
}

/** The person, as partner admins see them. */
export async function fetchListedPerson(
  db: Kysely<Tables>,
  id: string,
  now: number,
): Promise<Person | undefined> {
  const [person] = await fetchByIds(db, [id], now);
  return person;
}

async function selectMatchingPeople(db: Kysely<Tables>, { q = '', role, state }: Omit<PeopleQuery, 'after'>) {
  const part = fold(q.trim());
  const agencies = part === '' ? [] : await findAgencies(db, part);
  return db
    .selectFrom('person')
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'seller'))
    .$if(state !== undefined, (query) =>
      query.where('disabled_at', state === 'disabled' ? 'is not' : 'is', null),
    )
    .$if(state === 'invited' || state === 'active', (query) =>
      query.where('accepted_at', state === 'active' ? 'is not' : 'is', null),
    )
    .$if(part !== '', (query) =>
      query.where((eb) =>
        eb.or([
          columnContains(eb.ref('person.name_key'), part),
          columnContains(eb.ref('person.mail'), part),
          eb.exists(
            eb
              .selectFrom('person_agency')
              .select('person_agency.person_id')
              .whereRef('person_agency.person_id', '=', 'person.id')
              .where((inner) =>
                inner.or([
                  columnContains(inner.ref('person_agency.admin_mail'), part),
                  matchesAny(db, 'person_agency.admin_mail', agencies),
                ]),
              ),
          ),
        ]),
      ),
    );
}

/** Keys of the agencies whose name contains a folded text. */
async function findAgencies(db: Kysely<Tables>, part: string): Promise<string[]> {
  const rows = await db
    .selectFrom('indexed_agency')
    .select(['agency_key', 'name'])
    .where('name', 'is not', null)
    .execute();
  return rows.flatMap(({ agency_key, name }) => (fold(name ?? '').includes(part) ? [agency_key] : []));
}

/** People by id, sorted by name. */
async function fetchByIds(db: Kysely<Tables>, ids: readonly string[], now: number): Promise<Person[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('person')
    .selectAll('person')
    .select((eb) => [
      eb
        .selectFrom('session')
        .select((inner) => inner.fn.max('seen_at').as('seen'))
        .whereRef('session.person_id', '=', 'person.id')
        .as('seen_at'),
      eb
        .selectFrom('audit')
        .select('audit.at')
        .whereRef('audit.person_mail', '=', 'person.mail')
        .where('audit.status', '<', 400)
        .orderBy('audit.id', 'desc')
        .limit(1)
        .as('acted_at'),
      eb
        .selectFrom('link')
        .select('expires_at')
        .whereRef('link.person_id', '=', 'person.id')
        .where('kind', '=', 'invitation')
        .where(isLinkValid(now))
        .as('invitation_ends_at'),
      hasSecondFactor(eb).as('has_second_factor'),
    ])
    .where(matchesAny(db, 'person.id', ids))
    .orderBy('person.name_key')
    .orderBy('person.id')
    .execute();
  const agencies = Map.groupBy(
    await db
      .selectFrom('person_agency')
      .selectAll()
      .where(matchesAny(db, 'person_id', ids))
      .orderBy('admin_mail')
      .execute(),
    ({ person_id }) => person_id,
  );
  return rows.map((row) => ({
    id: row.id,
    mail: row.mail,
    name: row.name,
    role: row.role,
    agencies: (agencies.get(row.id) ?? []).map(({ admin_mail, own_inquiries_only }) => ({
      adminMail: admin_mail,
      ownInquiriesOnly: own_inquiries_only === 1,
    })),
    state: row.disabled_at !== null ? 'disabled' : row.accepted_at === null ? 'invited' : 'active',
    secondFactor: Boolean(row.has_second_factor),
    openIdIssuer: row.openid_issuer,
    createdAt: row.created_at,
    seenAt: maxOrNull(row.seen_at, row.acted_at),
    invitationEndsAt: row.accepted_at === null ? row.invitation_ends_at : null,
    version: row.version,
  }));
}

const maxOrNull = (...values: (number | null)[]): number | null =>
  values.reduce((max, value) => (value === null || (max !== null && max > value) ? max : value), null);
