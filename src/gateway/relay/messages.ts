import type { Kysely } from 'kysely';
import type { FollowUpMessage } from '#contract/follow-up/follow-up-message.ts';
import { buildInquiryUrl } from '#gateway/notifications/mail-content.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { StoredEventData } from './follow-up-events.ts';

/** A message as targets get it. */
interface RelayedMessage {
  /** The same on every attempt. */
  id: string;
  topic: string;
  body: string;
}

/** The message of a row of `delivery` or `relay_event`; undefined: it was erased. */
export async function fetchMessage(
  db: Kysely<GatewayTables>,
  id: string,
  publicUrl: string,
): Promise<RelayedMessage | undefined> {
  const delivery = await db
    .selectFrom('delivery')
    .select(['topic', 'hook_id', 'payload'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (delivery) {
    const { topic, hook_id, payload } = delivery;
    return hook_id === null || payload === null ? undefined : { id: hook_id, topic, body: payload };
  }
  const event = await db.selectFrom('relay_event').selectAll().where('id', '=', id).executeTakeFirst();
  if (!event) return undefined;
  const { topic, agency_key: agency, sid, at, data } = event;
  const message: FollowUpMessage = {
    type: topic,
    timestamp: new Date(at).toISOString(),
    data: {
      agency,
      sid,
      url: buildInquiryUrl(publicUrl, { adminMail: agency, sid }),
      entry: id,
      ...(JSON.parse(data) as StoredEventData),
    },
  };
  return { id, topic, body: JSON.stringify(message) };
}
