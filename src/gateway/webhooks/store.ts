import type { Kysely, Selectable, Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { WebhookChange, WebhookSettings } from '#contract/desk/webhooks.ts';
import { type AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { type LiveTables, appendEvent } from '#gateway/live/log.ts';
import type { PeopleTables } from '#gateway/people/store.ts';
import { OtherKey, type SecretBox } from '#gateway/secrets.ts';

export interface WebhookTables {
  /** What is known of a topic's secret; none: nothing. */
  webhook_secret: {
    topic: string;
    state: 'kept' | 'none' | 'unknown';
    /** Encrypted, as is `next_secret`: one that was sent, and whose answer is not here yet or was lost. */
    secret: string | null;
    next_secret: string | null;
  };
  webhook_change: {
    id: string;
    topic: string;
    at: number;
    /** null: the demo's first start. */
    person_id: string | null;
    action: WebhookChange['action'];
    /** JSON, without the secret; null: deleted. */
    settings: string | null;
    secret_state: WebhookSettings['secret'];
    secret: string | null;
  };
}

type Tables = WebhookTables & PeopleTables & LiveTables;
export type KnownSecret = { state: 'kept'; secret: string } | { state: 'none' | 'unknown' };

/** What was known of a topic before a secret was sent, encrypted: one whose answer was lost; undefined: nothing. */
type Former = Pick<Selectable<WebhookTables['webhook_secret']>, 'next_secret'> | undefined;

/** What is written with a change: without the secret, whose state and text are beside it. */
export type Settings = Omit<WebhookSettings, 'secret'>;

const NEWEST_CHANGES = 200;

/** Topics compare in any case (decisions: Webhooks). */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}

const useOf = (topic: string) => `webhook ${topicKey(topic)}`;

/** What the settings of a body come to: a member left out takes its default, as PUT replaces. */
export function settingsOf(body: AppWebhookUpsert): Settings {
  return {
    callback: body.Callback,
    description: body.Description ?? null,
    active: body.Activo !== false,
    headers: CUSTOM_HEADERS.map((slot) => body[slot] ?? null),
  };
}

/** The body that writes settings again; a secret that is not known is left out, and so kept by the service. */
export function bodyOf(settings: Settings, secret: KnownSecret): AppWebhookUpsert {
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

/** The secrets of topics, and the history of their settings. */
export function webhookStore(db: Kysely<Tables>, secrets: SecretBox) {
  /** What was kept with another key is not known any more. */
  const opened = (topic: string, sealed: string | null): KnownSecret => {
    if (sealed === null) return { state: 'none' };
    try {
      return { state: 'kept', secret: secrets.open(sealed, useOf(topic)) };
    } catch (error) {
      if (error instanceof OtherKey) return { state: 'unknown' };
      throw error;
    }
  };

  const row = (topic: string) =>
    db.selectFrom('webhook_secret').selectAll().where('topic', '=', topicKey(topic)).executeTakeFirst();

  return {
    async secretOf(topic: string): Promise<KnownSecret> {
      const kept = await row(topic);
      if (!kept || kept.state === 'unknown') return { state: 'unknown' };
      // The one whose answer was lost is put into the next change, which settles it.
      return opened(topic, kept.next_secret ?? kept.secret);
    },

    /** Those that a message about the topic may be signed with; undefined: nothing is known of the topic. */
    async secretsFor(topic: string): Promise<string[] | undefined> {
      const kept = await row(topic);
      if (!kept) return undefined;
      return [kept.secret, kept.next_secret].flatMap((sealed) => {
        const known = opened(topic, sealed);
        return known.state === 'kept' ? [known.secret] : [];
      });
    },

    /**
     * Notes a secret that is about to be sent: should the answer be lost, messages signed with it are believed.
     * @returns what is to be given back where the service does not take it
     */
    async noteSending(topic: string, secret: string): Promise<Former> {
      const former = await row(topic);
      const next_secret = secrets.seal(secret, useOf(topic));
      await db
        .insertInto('webhook_secret')
        .values({ topic: topicKey(topic), state: 'unknown', secret: null, next_secret })
        .onConflict((conflict) => conflict.column('topic').doUpdateSet({ next_secret }))
        .execute();
      return former && { next_secret: former.next_secret };
    },

    /** The service did not take it: what was known before holds. */
    async forgetSending(topic: string, former: Former): Promise<void> {
      const key = topicKey(topic);
      if (former) await db.updateTable('webhook_secret').set(former).where('topic', '=', key).execute();
      else await db.deleteFrom('webhook_secret').where('topic', '=', key).execute();
    },

    /** Notes what the service took: what is known of the secret from now on, and the change in the history. */
    async noteChange(
      topic: string,
      change: { personId: string | null; action: WebhookChange['action']; settings: Settings | null },
      known: KnownSecret,
      now: number,
    ): Promise<void> {
      const secret = known.state === 'kept' ? secrets.seal(known.secret, useOf(topic)) : null;
      await db.transaction().execute(async (transaction: Transaction<Tables>) => {
        const written = { state: known.state, secret, next_secret: null };
        await transaction
          .insertInto('webhook_secret')
          .values({ topic: topicKey(topic), ...written })
          .onConflict((conflict) => conflict.column('topic').doUpdateSet(written))
          .execute();
        await transaction
          .insertInto('webhook_change')
          .values({
            id: ulid(now),
            topic: topicKey(topic),
            at: now,
            person_id: change.personId,
            action: change.action,
            settings: change.settings && JSON.stringify(change.settings),
            secret_state: known.state,
            secret,
          })
          .execute();
        await appendEvent(transaction, {
          kind: 'webhook',
          agency_key: null,
          operator_key: null,
          data: { topic: topicKey(topic) },
        });
      });
    },

    /** The last change of a topic made from here; `settings` is null for a deletion. */
    async lastChange(topic: string): Promise<{ at: number; settings: Settings | null } | undefined> {
      const change = await db
        .selectFrom('webhook_change')
        .select(['at', 'settings'])
        .where('topic', '=', topicKey(topic))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!change) return undefined;
      const { at, settings } = change;
      return { at, settings: settings === null ? null : (JSON.parse(settings) as Settings) };
    },

    /** Changes of a topic made from here, newest first. */
    async history(topic: string): Promise<WebhookChange[]> {
      const rows = await db
        .selectFrom('webhook_change')
        .leftJoin('person', 'person.id', 'webhook_change.person_id')
        .selectAll('webhook_change')
        .select('person.name as by')
        .where('topic', '=', topicKey(topic))
        .orderBy('webhook_change.id', 'desc')
        .limit(NEWEST_CHANGES)
        .execute();
      const present = await this.secretOf(topic);
      return rows.map((change) => {
        const secret = secretIn(change);
        return {
          id: change.id,
          at: change.at,
          by: change.by ?? 'Vitrina',
          action: change.action,
          settings: shown(change, secret.state),
          keepsSecret: change.settings !== null && isKept(secret, present),
        };
      });
    },

    /** What a change of the topic wrote, its secret included; undefined: there is none, or it was a deletion. */
    async writtenBy(
      topic: string,
      id: string,
    ): Promise<{ settings: Settings; secret: KnownSecret } | undefined> {
      const change = await db
        .selectFrom('webhook_change')
        .selectAll()
        .where('topic', '=', topicKey(topic))
        .where('id', '=', id)
        .executeTakeFirst();
      if (!change?.settings) return undefined;
      return { settings: JSON.parse(change.settings) as Settings, secret: secretIn(change) };
    },

    /** Topics of which anything is known here. */
    async topics(): Promise<string[]> {
      const rows = await db.selectFrom('webhook_secret').select('topic').orderBy('topic').execute();
      return rows.map(({ topic }) => topic);
    },
  };

  function secretIn(change: Selectable<WebhookTables['webhook_change']>): KnownSecret {
    return change.secret_state === 'kept'
      ? opened(change.topic, change.secret)
      : { state: change.secret_state };
  }
}

export type WebhookStore = ReturnType<typeof webhookStore>;

/** One that is not known is left out, and the service keeps what it has. */
function isKept(secret: KnownSecret, present: KnownSecret): boolean {
  if (secret.state === 'kept') return present.state === 'kept' && present.secret === secret.secret;
  return secret.state === 'unknown' || present.state === 'none';
}

function shown(
  { settings }: { settings: string | null },
  secret: WebhookSettings['secret'],
): WebhookSettings | null {
  return settings === null ? null : { ...(JSON.parse(settings) as Settings), secret };
}
