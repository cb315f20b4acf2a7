import type { Kysely } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { WINDOW_DAYS } from '#contract/window.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { HoursTables } from '#gateway/hours/store.ts';
import { computeDueAt } from '#gateway/inquiries/entries.ts';
import { generatePassword } from '#gateway/people/passwords.ts';
import { createPeople, mailKey, selectPeopleOfAgency } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { createDraw } from './follow-up-plan.ts';
import type { StoryInquiry } from './plan-story.ts';

/** The story's agencies. */
export interface StoryCast {
  /** The demo seller's first. */
  agencies: readonly StoryAgency[];
  /** Was invited ten days ago, and has not answered. */
  invitedAgency: string;
}

interface StoryAgency {
  agency: string;
  /** Open minutes to answer in; undefined: it has the default hours. */
  target?: number | undefined;
  /** People beside those of the demo, the one who does most first. Nobody can sign in as them. */
  sellers: readonly { mail: string; name: string }[];
}

type Dependencies = Pick<Gateway, 'db' | 'config' | 'random'>;

const SELLERS_SINCE_MS = 60 * DAY_MS;

/** Creates the sellers of the cast, some time before `now`. */
export async function createSellers(
  { db, random }: Dependencies,
  { agencies }: StoryCast,
  now: number,
): Promise<void> {
  const people = await db.selectFrom('person').select('mail').execute();
  const mails = new Set(people.map(({ mail }) => mail));
  for (const { agency, sellers } of agencies)
    for (const { mail, name } of sellers)
      if (!mails.has(mailKey(mail)))
        await createPeople(
          db,
          [{ mail, name, role: 'seller', agencies: [agency], password: generatePassword(random) }],
          { now: now - SELLERS_SINCE_MS, random },
        );
}

/** Stores the hours of the agencies that have their own; call it before they have inquiries. */
export async function storeHours(db: Kysely<HoursTables>, { agencies }: StoryCast, zone: string) {
  for (const { agency, target } of agencies)
    if (target !== undefined)
      await db
        .insertInto('agency_hours')
        .values({ agency_key: mailKey(agency), hours: JSON.stringify(buildHours(zone, target)), version: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

function buildHours(zone: string, target = defaultHours(zone).target): Hours {
  return { ...defaultHours(zone), target, warning: target / 2 };
}

/** People of the story: those of the demo by role, and of each agency the one who does most. */
export interface StoryPeople {
  partner: StoryPerson;
  support: StoryPerson | undefined;
  sellers: readonly (StoryPerson & { agency: string })[];
}

export interface StoryPerson {
  id: string;
  mail: string;
  role: 'partner' | 'support' | 'seller';
}

/** Fetches the people of the story. @throws Error when the demo has no partner */
export async function fetchStoryPeople(
  db: Kysely<GatewayTables>,
  { agencies }: StoryCast,
): Promise<StoryPeople> {
  const people = await db.selectFrom('person').select(['id', 'mail', 'role']).orderBy('id').execute();
  const partner = people.find(({ role }) => role === 'partner');
  if (!partner) throw new Error('A demo has a partner');
  const sellers: (StoryPerson & { agency: string })[] = [];
  for (const { agency, sellers: cast } of agencies) {
    const mails = cast.map(({ mail }) => mailKey(mail));
    const ids = new Set(
      (await selectPeopleOfAgency(db, agency).select('person.id').execute()).map(({ id }) => id),
    );
    sellers.push(
      ...people
        .filter(({ id, role }) => role === 'seller' && ids.has(id))
        // The demo's own person is in no cast, and comes first.
        .toSorted((a, b) => mails.indexOf(a.mail) - mails.indexOf(b.mail))
        .map(({ id, mail, role }) => ({ id, mail, role, agency })),
    );
  }
  return { partner, support: people.find(({ role }) => role === 'support'), sellers };
}

/** Fetches the agencies' inquiries before `now`, by time, with the due time that their hours give them. */
export async function fetchInquiries(
  { db, config }: Dependencies,
  { cast, people, now }: { cast: StoryCast; people: StoryPeople; now: number },
): Promise<StoryInquiry[]> {
  const inquiries: StoryInquiry[] = [];
  for (const { agency, target } of cast.agencies) {
    const agency_key = mailKey(agency);
    const hours = buildHours(config.timeZone, target);
    const ids = people.sellers.filter((seller) => seller.agency === agency).map(({ id }) => id);
    const draw = createDraw(agency_key);
    const options = {
      people: ids.length > 0 ? ids : [people.partner.id],
      hours,
      now,
      diligence: 0.85 + draw() * 0.13,
      slowness: (0.7 + draw()) * Math.max(1, hours.target / 60),
    };
    const rows = await db
      .selectFrom('inquiry')
      .select(['sid', 'at'])
      .where((eb) => eb.and({ agency_key, gone_at: null }))
      .where('at', '>=', now - (WINDOW_DAYS + 1) * DAY_MS)
      .where('at', '<', now)
      .execute();
    inquiries.push(
      ...rows.map(({ sid, at }) => ({
        agency_key,
        sid,
        at,
        dueAt: computeDueAt(at, hours),
        options,
      })),
    );
  }
  return inquiries.toSorted((a, b) => a.at - b.at || (a.sid < b.sid ? -1 : 1));
}
