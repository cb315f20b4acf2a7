import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { WINDOW_DAYS, dayAt, startOfDay } from '#contract/window.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type SettingTables, fetchSetting, initializeSetting, saveSetting } from '#database/settings.ts';
import { recordSend, recordSendReply } from '#gateway/invitations/store.ts';
import { generatePassword } from '#gateway/people/passwords.ts';
import { createPeople, mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { type Work, every } from '#work/work.ts';
import { storeDeliveries, storeRefusals } from './deliveries.ts';
import { createDraw, planFollowUp } from './follow-up-plan.ts';
import { storeFollowUps } from './follow-ups.ts';

// History of the demo's people before its first start, so that no page of it is empty. It is written in the
// background once the index has all inquiries; its content follows from them and the day.

/** Its value is the day of the first start until the story is written, and `WRITTEN` from then on. */
const STORY_SETTING = 'DEMO_STORY';
const WRITTEN = 'written';

const STORY_INTERVAL_MS = 1000;
/** Longer than writing it takes. */
const STORY_TIMEOUT_MS = 10 * MINUTE_MS;
const DEMO_INVITATION_AGE_MS = 10 * DAY_MS;
const STORY_INQUIRIES_PER_BATCH = 50;

/** The story's agencies. */
export interface StoryCast {
  /**
   * The other agencies and their sellers, the one who does most first. Nobody can sign in as them. Without any, the
   * partner answers.
   */
  agencies: readonly { agency: string; sellers: readonly { mail: string; name: string }[] }[];
  /** The demo seller's agency. Days without any follow-up are left at both ends. */
  busyAgency: string;
  /** Was invited ten days ago, and has not answered. */
  invitedAgency: string;
}

/** Remembers that this is the first start; call it while the database has no people. */
export async function prepareStory(db: Kysely<SettingTables>, { now, zone }: { now: number; zone: string }) {
  await initializeSetting(db, STORY_SETTING, dayAt(now, zone));
}

type Dependencies = Pick<Gateway, 'db' | 'config' | 'now' | 'random' | 'receiver' | 'wake'>;

/** Writes the story as background work, which ends with it. A start after a kill goes on. */
export function createStory(
  gateway: Dependencies & Pick<Gateway, 'clock'>,
  cast: StoryCast,
): Work<'demo-story'> {
  return every(STORY_INTERVAL_MS, {
    name: 'demo-story',
    clock: gateway.clock,
    timeoutMs: STORY_TIMEOUT_MS,
    run: async (signal) => ((await tellStory(gateway, cast, signal)) ? Infinity : undefined),
  });
}

/** @returns whether nothing is left to tell; false: the index has not all inquiries yet */
export async function tellStory(dependencies: Dependencies, cast: StoryCast, signal?: AbortSignal) {
  const { db, config, random, receiver, wake } = dependencies;
  const day = await fetchSetting(db, STORY_SETTING);
  if (day === undefined || day === WRITTEN) return true;
  const indexed = await db.selectFrom('indexed_agency').select(['agency_key', 'full_read_at']).execute();
  if (indexed.length === 0 || indexed.some((agency) => agency.full_read_at === null)) return false;

  const zone = config.timeZone;
  await createSellers(dependencies, cast);
  for (const agency of await listStoryAgencies(db, cast, { day, zone })) {
    const { agency_key, people, diligence } = agency;
    const inquiries = await db
      .selectFrom('inquiry')
      .select(['agency_key', 'sid', 'at'])
      .where((eb) => eb.and({ agency_key, gone_at: null }))
      .where('at', '>=', agency.from)
      .where('at', '<', agency.to)
      .orderBy('at')
      .orderBy('sid')
      .execute();
    const options = { people, hours: defaultHours(zone), day, zone, diligence };
    for (let first = 0; first < inquiries.length; first += STORY_INQUIRIES_PER_BATCH) {
      const batch = inquiries.slice(first, first + STORY_INQUIRIES_PER_BATCH);
      await storeFollowUps(
        db,
        agency_key,
        batch.map((inquiry) => ({ inquiry, entries: planFollowUp(inquiry, options) })),
      );
      // Requests are answered between two batches.
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
  await storeDeliveries(db, { day, zone, receiver: receiver.masked, random });
  await storeInvitation(dependencies, cast);
  wake('invitation-checks');
  await db.transaction().execute(async (transaction) => {
    await storeRefusals(transaction, { day, zone, random });
    await saveSetting(transaction, STORY_SETTING, WRITTEN);
  });
  return true;
}

async function createSellers(
  { db, now, random }: Pick<Dependencies, 'db' | 'now' | 'random'>,
  { agencies }: StoryCast,
): Promise<void> {
  const people = await db.selectFrom('person').select('mail').execute();
  const mails = new Set(people.map(({ mail }) => mail));
  for (const { agency, sellers } of agencies)
    for (const { mail, name } of sellers)
      if (!mails.has(mailKey(mail)))
        await createPeople(
          db,
          [{ mail, name, role: 'seller', agencies: [agency], password: generatePassword(random) }],
          { now: now(), random },
        );
}

interface StoryAgency {
  agency_key: string;
  /** Ids, the one who does most first. */
  people: string[];
  diligence: number;
  from: number;
  to: number;
}

/** Days of the story, before the day of the first start. */
const BUSY_DAYS = { from: 35, to: 10 };
const OTHER_DAYS = { from: WINDOW_DAYS + 1, to: 0 };

async function listStoryAgencies(
  db: Kysely<GatewayTables>,
  { busyAgency, agencies: others }: StoryCast,
  { day, zone }: { day: string; zone: string },
): Promise<StoryAgency[]> {
  const rows = await db.selectFrom('person').select(['id', 'mail', 'role']).orderBy('id').execute();
  const partner = rows.find(({ role }) => role === 'partner')?.id;
  const busySellers = await db
    .selectFrom('person_agency')
    .select(['person_id', 'admin_mail'])
    .where('admin_mail', '=', mailKey(busyAgency))
    .orderBy('person_id')
    .execute();
  const findPersonId = (mail: string) => rows.find((person) => person.mail === mailKey(mail))?.id ?? [];
  const agencies = new Map<string, string[]>([
    [mailKey(busyAgency), busySellers.slice(0, 1).map(({ person_id }) => person_id)],
  ]);
  for (const { agency, sellers } of others)
    agencies.set(
      mailKey(agency),
      sellers.flatMap(({ mail }) => findPersonId(mail)),
    );
  const end = startOfDay(day, zone);
  return [...agencies].map(([agency_key, people]) => {
    const days = agency_key === mailKey(busyAgency) ? BUSY_DAYS : OTHER_DAYS;
    return {
      agency_key,
      people: [...people, ...(partner === undefined ? [] : [partner])],
      diligence: 0.7 + createDraw(agency_key)() * 0.28,
      from: end - days.from * DAY_MS,
      to: end - days.to * DAY_MS,
    };
  });
}

async function storeInvitation(
  { db, now, random }: Pick<Dependencies, 'db' | 'now' | 'random'>,
  { invitedAgency }: StoryCast,
): Promise<void> {
  const partner = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'partner')
    .orderBy('id')
    .executeTakeFirst();
  const existing = await db
    .selectFrom('invitation')
    .select('id')
    .where('agency_key', '=', mailKey(invitedAgency))
    .executeTakeFirst();
  if (!partner || existing) return;
  const at = now() - DEMO_INVITATION_AGE_MS;
  const send = await recordSend(
    db,
    partner.id,
    { adminMail: invitedAgency, name: null },
    { now: at, random },
  );
  await recordSendReply(db, send, { status: 202, location: undefined }, at);
}
