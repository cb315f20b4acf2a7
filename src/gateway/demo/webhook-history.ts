import type { Transaction } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookSettings } from '#gateway/webhooks/store.ts';
import type { StoryContext } from './story-context.ts';

/** Days and minutes before the first start at which the topic's settings changed. */
export const WEBHOOK_CHANGES = {
  created: 21 * DAY_MS,
  stopped: 5 * DAY_MS + 7 * MINUTE_MS,
  resumed: 5 * DAY_MS,
};

/** Sets the demo's own settings of the topic back, and lets support stop and resume it. */
export async function storeWebhookHistory(
  db: Transaction<GatewayTables>,
  { now, random, people: { support, partner } }: StoryContext,
): Promise<void> {
  const made = await db
    .selectFrom('webhook_change')
    .selectAll()
    .where((eb) => eb.and({ topic: INQUIRY_TOPIC, person_id: null, action: 'created' }))
    .executeTakeFirst();
  if (!made?.settings) return;
  const settings = JSON.parse(made.settings) as WebhookSettings;
  const person_id = (support ?? partner).id;
  const stamp = (age: number) => ({ ...made, at: now - age, id: random.ulid(now - age) });
  const entries = [
    stamp(WEBHOOK_CHANGES.created),
    {
      ...stamp(WEBHOOK_CHANGES.stopped),
      person_id,
      action: 'edited' as const,
      settings: JSON.stringify({ ...settings, active: false }),
    },
    { ...stamp(WEBHOOK_CHANGES.resumed), person_id, action: 'edited' as const },
  ];
  await db.deleteFrom('webhook_change').where('id', '=', made.id).execute();
  // A reading from before the demo configured the topic would contradict its past.
  await db.deleteFrom('topic_reading').where('topic', '=', INQUIRY_TOPIC).execute();
  await db.insertInto('webhook_change').values(entries).execute();
}
