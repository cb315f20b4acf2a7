import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type SettingTables, fetchSetting, initializeSetting, saveSetting } from '#database/settings.ts';
import { recordSend, recordSendReply } from '#gateway/invitations/store.ts';
import { mailKey } from '#gateway/people/store.ts';
import { type Work, every } from '#work/work.ts';
import { storeAudit } from './audit.ts';
import { planMessages, storeArrivals, storeDeliveries, storeRefusals } from './deliveries.ts';
import { storeFollowUps } from './follow-ups.ts';
import { storeJobs } from './jobs.ts';
import { closeTogether, planStory } from './plan-story.ts';
import { storeSavedItems } from './saved-items.ts';
import { type StoryCast, createSellers, fetchInquiries, fetchStoryPeople } from './story-agencies.ts';
import { storeWebhookHistory } from './webhook-history.ts';

// History of the demo's people before its first start, so that no page of it is empty. It is written in the
// background once the index has all inquiries; its content follows from them and the time of that start.

/** Its value is the time of the first start until the story is written, and `WRITTEN` from then on. */
const STORY_SETTING = 'DEMO_STORY';
const WRITTEN = 'written';

const STORY_INTERVAL_MS = 1000;
/** Longer than writing it takes. */
const STORY_TIMEOUT_MS = 10 * MINUTE_MS;
const DEMO_INVITATION_AGE_MS = 10 * DAY_MS;
const STORY_INQUIRIES_PER_BATCH = 50;

/** Remembers that this is the first start; call it while the database has no people. */
export async function prepareStory(db: Kysely<SettingTables>, now: number): Promise<void> {
  await initializeSetting(db, STORY_SETTING, new Date(now).toISOString());
}

type Dependencies = Pick<Gateway, 'db' | 'config' | 'now' | 'random' | 'receiver' | 'wake'>;

/** Writes the story as background work, which ends with it and calls `onTold`. A start after a kill goes on. */
export function createStory(
  gateway: Dependencies & Pick<Gateway, 'clock'>,
  cast: StoryCast,
  onTold: () => void,
): Work<'demo-story'> {
  return every(STORY_INTERVAL_MS, {
    name: 'demo-story',
    clock: gateway.clock,
    timeoutMs: STORY_TIMEOUT_MS,
    async run(signal) {
      if (!(await tellStory(gateway, cast, signal))) return undefined;
      onTold();
      return Infinity;
    },
  });
}

/** @returns whether nothing is left to tell; false: the index has not all inquiries yet */
export async function tellStory(dependencies: Dependencies, cast: StoryCast, signal?: AbortSignal) {
  const { db, config, random, receiver, wake } = dependencies;
  const firstStart = await fetchSetting(db, STORY_SETTING);
  if (firstStart === undefined || firstStart === WRITTEN) return true;
  const indexed = await db.selectFrom('indexed_agency').select(['agency_key', 'full_read_at']).execute();
  if (indexed.length === 0 || indexed.some((agency) => agency.full_read_at === null)) return false;

  const time = { now: Date.parse(firstStart), zone: config.timeZone };
  await createSellers(dependencies, cast, time.now);
  const people = await fetchStoryPeople(db, cast);
  const planned = planStory(await fetchInquiries(dependencies, { cast, people, now: time.now }), time);
  const closed = closeTogether(planned, people.sellers[0]?.id ?? '', time);
  for (const [agency, ofAgency] of Map.groupBy(planned, ({ inquiry }) => inquiry.agency_key))
    for (let first = 0; first < ofAgency.length; first += STORY_INQUIRIES_PER_BATCH) {
      await storeFollowUps(db, agency, ofAgency.slice(first, first + STORY_INQUIRIES_PER_BATCH));
      // Requests are answered between two batches.
      await setImmediate();
      signal?.throwIfAborted();
    }
  const messages = await planMessages(db, time.now);
  await storeDeliveries(db, messages, { random, receiver: receiver.masked });
  await storeInvitation(dependencies, { cast, by: people.partner.id, now: time.now });
  wake('invitation-checks');
  await db.transaction().execute(async (transaction) => {
    const context = { ...time, random, people, cast };
    await storeJobs(transaction, closed, context);
    await storeSavedItems(transaction, context);
    await storeWebhookHistory(transaction, context);
    await storeAudit(transaction, context);
    await storeRefusals(transaction, messages, random);
    await storeArrivals(transaction, messages, time.now);
    await saveSetting(transaction, STORY_SETTING, WRITTEN);
  });
  return true;
}

async function storeInvitation(
  { db, random }: Pick<Dependencies, 'db' | 'random'>,
  { cast: { invitedAgency }, by, now }: { cast: StoryCast; by: string; now: number },
): Promise<void> {
  const existing = await db
    .selectFrom('invitation')
    .select('id')
    .where('agency_key', '=', mailKey(invitedAgency))
    .executeTakeFirst();
  if (existing) return;
  const at = now - DEMO_INVITATION_AGE_MS;
  const send = await recordSend(db, by, { adminMail: invitedAgency, name: null }, { now: at, random });
  await recordSendReply(db, send, { status: 202, location: undefined }, at);
}
