import type { Kysely } from 'kysely';
import type { Delivery } from '#contract/desk/deliveries.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import type { WebhookTables } from '#gateway/webhooks/store.ts';
import { stampAt } from './clocks.ts';
import { OWN, SID, openWorld } from './gateway-world.ts';
import { createResend, saveReceived, updateResend } from '#gateway/deliveries/store.ts';

export const TOPIC = 'consulta-recibida';

export const RECEIVER = 'http://localhost:4000/hooks/x';

export const DAY = 86_400_000;

/** A gateway with a support session, and a second connection to its database. */
export async function openDeliveryWorld(engine: 'sqlite' | 'postgres', config: Partial<GatewayConfig> = {}) {
  const sessions = { idleMs: 90 * DAY, absoluteMs: 90 * DAY };
  const world = await openWorld({ engine, config: { sessions, ...config } });
  const database = await openGatewayDatabase(world.config.database);
  const { db } = database;
  const cookie = await world.signIn('support');
  const read = async (url: string) => (await world.call(url, { headers: { cookie } })).json();
  const list = async (query = ''): Promise<Delivery[]> => (await read(`/desk/deliveries${query}`)).deliveries;
  const message = (hookId: string, more: { topic?: string; agency?: string; sid?: string } = {}) => ({
    topic: TOPIC,
    agency: OWN,
    sid: SID,
    hookId,
    bodySigned: true,
    isTopicSigned: true,
    size: 2,
    headers: {},
    payload: '{}',
    ...more,
  });
  const { id: personId } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  /** Stores a resend with the callback from the service's reply. */
  const resend = async (at: number, callback: string | null) => {
    const id = await createResend(db, personId, { topic: TOPIC, adminMail: OWN, sid: SID }, stampAt(at));
    await updateResend(db, id, { status: 202, callback, receiver: RECEIVER });
    return id;
  };
  const keep = (at: number, received: ReturnType<typeof message>) =>
    db
      .transaction()
      .execute((transaction) =>
        saveReceived(transaction, received, { ...stampAt(at), receiver: RECEIVER, settingsAt: 0 }),
      );
  return {
    world,
    db,
    cookie,
    read,
    list,
    message,
    keep,
    resend,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

export const refusedDelivery = (reason: 'signature' | 'age') => ({
  topic: TOPIC,
  hookId: null,
  reason,
  size: 2,
  headers: {},
});

/** Stores that the console set the topic of inquiries to `callback`, or switched it off. */
export const changeTopic = async (
  { db }: { db: Kysely<WebhookTables> },
  at: number,
  callback: string,
  active = true,
): Promise<void> => {
  await db
    .insertInto('webhook_change')
    .values({
      id: String(at),
      topic: TOPIC,
      at,
      person_id: null,
      action: 'edited',
      settings: JSON.stringify({ callback, active, description: null, headers: [] }),
      secret_state: 'none',
      secret: null,
    })
    .execute();
};
