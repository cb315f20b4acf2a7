import type { Kysely, Selectable } from 'kysely';
import type { NoticedChange, SavedWebhookSettings, WebhookChange } from '#contract/desk/webhooks.ts';
import { type AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { inTransaction } from '#database/database.ts';
import { type LiveTables, appendEvent } from '#gateway/live/event-log.ts';
import type { PeopleTables } from '#gateway/people/store.ts';
import { KeyMismatchError, type SecretBox } from '#signing/secret-box.ts';
import type { Stamp } from '#system/random.ts';

export interface WebhookTables {
  /** State of each topic's secret; no row: unknown topic. */
  webhook_secret: {
    topic: string;
    state: 'kept' | 'none' | 'unknown';
    /** Encrypted, as is `next_secret`: one that was sent, and whose reply is pending or lost. */
    secret: string | null;
    next_secret: string | null;
  };
  webhook_change: {
    id: string;
    topic: string;
    at: number;
    /** null: changed by the demo itself. */
    person_id: string | null;
    action: WebhookChange['action'];
    /** JSON, without the secret; null: deleted. */
    settings: string | null;
    secret_state: SavedWebhookSettings['secret'];
    secret: string | null;
  };
  /** Changes of a topic that were not made here. */
  topic_reading: { id: string; topic: string; at: number; state: 'here' | 'off' | 'elsewhere' };
}

type Tables = WebhookTables & PeopleTables & LiveTables;
export type WebhookSecret = { state: 'kept'; secret: string } | { state: 'none' | 'unknown' };

/** Pending secret of a topic before another was sent, encrypted; undefined: the topic had no row. */
type PendingSecret = Pick<Selectable<WebhookTables['webhook_secret']>, 'next_secret'> | undefined;

/** Settings without the secret, which is stored separately. */
export type WebhookSettings = Omit<SavedWebhookSettings, 'secret'>;

/** Parses stored settings; null: the topic was deleted. */
export const parseWebhookSettings = (settings: string | null): WebhookSettings | null =>
  settings === null ? null : (JSON.parse(settings) as WebhookSettings);

/** Changes of a topic that its history shows. */
export const HISTORY_LENGTH = 200;

/** Topics are case-insensitive (decisions: Webhooks). */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}

/** Purpose under which the secret of a topic is sealed. */
export const toWebhookSecretUse = (topic: string) => `webhook ${topicKey(topic)}`;

/** Settings of a body; PUT replaces, so omitted members take their defaults. */
export function toSettings(body: AppWebhookUpsert): WebhookSettings {
  return {
    callback: body.Callback,
    description: body.Description ?? null,
    active: body.Activo !== false,
    headers: CUSTOM_HEADERS.map((slot) => body[slot] ?? null),
  };
}

/** Body that restores settings; an unknown secret is omitted, so that the service keeps its own. */
export function toWebhookBody(settings: WebhookSettings, secret: WebhookSecret): AppWebhookUpsert {
  const [first = null, second = null, third = null] = settings.headers;
  return {
    Callback: settings.callback,
    ...(secret.state !== 'unknown' && { Secret: secret.state === 'kept' ? secret.secret : null }),
    Description: settings.description,
    Activo: settings.active,
    HeaderCustom01: first,
    HeaderCustom02: second,
    HeaderCustom03: third,
  };
}

/** Stores the secrets of topics and the history of their settings. */
export function createWebhookSecretStore(db: Kysely<Tables>, secrets: SecretBox) {
  /** A secret sealed with another key is unknown. */
  const openSecret = (topic: string, sealed: string | null): WebhookSecret => {
    if (sealed === null) return { state: 'none' };
    try {
      return { state: 'kept', secret: secrets.open(sealed, toWebhookSecretUse(topic)) };
    } catch (error) {
      if (error instanceof KeyMismatchError) return { state: 'unknown' };
      throw error;
    }
  };

  const fetchRow = (topic: string) =>
    db.selectFrom('webhook_secret').selectAll().where('topic', '=', topicKey(topic)).executeTakeFirst();

  return {
    async getSecret(topic: string): Promise<WebhookSecret> {
      const row = await fetchRow(topic);
      if (!row || row.state === 'unknown') return { state: 'unknown' };
      // A pending secret is sent again with the next change, which settles it.
      return openSecret(topic, row.next_secret ?? row.secret);
    },

    /** Secrets that may have signed a message of the topic; undefined: unknown topic. */
    async getVerificationSecrets(topic: string): Promise<string[] | undefined> {
      const row = await fetchRow(topic);
      if (!row) return undefined;
      return [row.secret, row.next_secret].flatMap((sealed) => {
        const opened = openSecret(topic, sealed);
        return opened.state === 'kept' ? [opened.secret] : [];
      });
    },

    /**
     * Stores a secret before it is sent: if the reply is lost, messages signed with it still verify.
     * @returns the state to restore with `discardPendingSecret` if the service refuses it
     */
    async savePendingSecret(topic: string, secret: string): Promise<PendingSecret> {
      const previous = await fetchRow(topic);
      const next_secret = secrets.seal(secret, toWebhookSecretUse(topic));
      await db
        .insertInto('webhook_secret')
        .values({ topic: topicKey(topic), state: 'unknown', secret: null, next_secret })
        .onConflict((conflict) => conflict.column('topic').doUpdateSet({ next_secret }))
        .execute();
      return previous && { next_secret: previous.next_secret };
    },

    /** Restores the state before `savePendingSecret`. */
    async discardPendingSecret(topic: string, previous: PendingSecret): Promise<void> {
      const key = topicKey(topic);
      if (previous) await db.updateTable('webhook_secret').set(previous).where('topic', '=', key).execute();
      else await db.deleteFrom('webhook_secret').where('topic', '=', key).execute();
    },

    /** Records settings that the service accepted: the secret, and an entry of the history. */
    async saveChange(
      topic: string,
      change: { personId: string | null; action: WebhookChange['action']; settings: WebhookSettings | null },
      newSecret: WebhookSecret,
      { now, random }: Stamp,
    ): Promise<void> {
      const secret =
        newSecret.state === 'kept' ? secrets.seal(newSecret.secret, toWebhookSecretUse(topic)) : null;
      await inTransaction(db, async (transaction) => {
        const values = { state: newSecret.state, secret, next_secret: null };
        await transaction
          .insertInto('webhook_secret')
          .values({ topic: topicKey(topic), ...values })
          .onConflict((conflict) => conflict.column('topic').doUpdateSet(values))
          .execute();
        await transaction
          .insertInto('webhook_change')
          .values({
            id: random.ulid(now),
            topic: topicKey(topic),
            at: now,
            person_id: change.personId,
            action: change.action,
            settings: change.settings && JSON.stringify(change.settings),
            secret_state: newSecret.state,
            secret,
          })
          .execute();
        await appendEvent(transaction, { kind: 'webhook', data: { topic: topicKey(topic) } });
      });
    },

    /** Last change of a topic made through this gateway; `settings` is null for a deletion. */
    async getLastChange(
      topic: string,
    ): Promise<{ at: number; settings: WebhookSettings | null } | undefined> {
      const change = await db
        .selectFrom('webhook_change')
        .select(['at', 'settings'])
        .where('topic', '=', topicKey(topic))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!change) return undefined;
      const { at, settings } = change;
      return { at, settings: parseWebhookSettings(settings) };
    },

    /** Changes of a topic made through this gateway, newest first. */
    async getHistory(topic: string): Promise<WebhookChange[]> {
      const rows = await db
        .selectFrom('webhook_change')
        .leftJoin('person', 'person.id', 'webhook_change.person_id')
        .selectAll('webhook_change')
        .select('person.name as by')
        .where('topic', '=', topicKey(topic))
        .orderBy('webhook_change.id', 'desc')
        .limit(HISTORY_LENGTH)
        .execute();
      const current = await this.getSecret(topic);
      return rows.map((change) => {
        const secret = openChangeSecret(change);
        return {
          id: change.id,
          at: change.at,
          by: change.by ?? 'Vitrina',
          action: change.action,
          settings: toKeptSettings(change, secret.state),
          keepsSecret: change.settings !== null && keepsCurrentSecret(secret, current),
        };
      });
    },

    /** Changes of a topic that were not made through this gateway, newest first. */
    async getNoticedChanges(topic: string): Promise<NoticedChange[]> {
      const rows = await db
        .selectFrom('topic_reading')
        .select(['id', 'at', 'state'])
        .where('topic', '=', topicKey(topic))
        .orderBy('id', 'desc')
        .limit(HISTORY_LENGTH)
        .execute();
      const first = await db
        .selectFrom('webhook_change')
        .select('at')
        .where('topic', '=', topicKey(topic))
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      // The first reading of a topic that was never changed here is no change.
      return rows.filter(
        ({ at }, index) => index < rows.length - 1 || (first !== undefined && first.at <= at),
      );
    },

    /** Settings and secret that a change wrote; undefined: no such change, or a deletion. */
    async getWrittenSettings(
      topic: string,
      id: string,
    ): Promise<{ settings: WebhookSettings; secret: WebhookSecret } | undefined> {
      const change = await db
        .selectFrom('webhook_change')
        .selectAll()
        .where((eb) => eb.and({ topic: topicKey(topic), id }))
        .executeTakeFirst();
      if (!change?.settings) return undefined;
      return { settings: JSON.parse(change.settings) as WebhookSettings, secret: openChangeSecret(change) };
    },

    /** Topics with a row. */
    async listTopics(): Promise<string[]> {
      const rows = await db.selectFrom('webhook_secret').select('topic').orderBy('topic').execute();
      return rows.map(({ topic }) => topic);
    },
  };

  function openChangeSecret(change: Selectable<WebhookTables['webhook_change']>): WebhookSecret {
    return change.secret_state === 'kept'
      ? openSecret(change.topic, change.secret)
      : { state: change.secret_state };
  }
}

export type WebhookStore = ReturnType<typeof createWebhookSecretStore>;

/** Returns true if restoring a change leaves the current secret as it is; unknown secrets are omitted. */
function keepsCurrentSecret(secret: WebhookSecret, current: WebhookSecret): boolean {
  if (secret.state === 'kept') return current.state === 'kept' && current.secret === secret.secret;
  return secret.state === 'unknown' || current.state === 'none';
}

function toKeptSettings({ settings }: { settings: string | null }, secret: SavedWebhookSettings['secret']) {
  const stored = parseWebhookSettings(settings);
  return stored && { ...stored, secret };
}
