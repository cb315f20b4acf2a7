import type { FastifyBaseLogger } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { isReservedHeader } from '#contract/webhooks.ts';
import type { Database } from '#database/database.ts';
import { webhookUse } from '#service/apps/sealed-secrets.ts';
import type { DeliveryRow, Tables } from '#service/tables.ts';
import { type SecretBox, openStoredSecret } from '#signing/secret-box.ts';
import { signNotification } from '#signing/webhook.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import { MAX_ATTEMPTS, createHostClaims } from '#work/host-claims.ts';
import { MAX_WEBHOOK_DELAY_MS } from '#work/webhook-retries.ts';
import type { Work } from '#work/work.ts';
import { PrivateAddressError } from '#http/callback-addresses.ts';
import { type AttemptResult, listDueWebhooks, recordFailure, recordSuccess } from './delivery-store.ts';
import { parseCustomHeaders } from './store.ts';
import { type WebhookClient, getFailureCode, parseRetryAfter } from '#http/webhook-client.ts';

const DELIVERY_LEASE_MS = 30_000;
/** Longer than the webhook client waits. */
const DELIVERY_TIMEOUT_MS = 25_000;

export interface DeliveryOptions {
  webhookClient: Pick<WebhookClient, 'send'>;
  secrets: SecretBox;
  clock: Clock;
  random: Pick<Random, 'fraction' | 'ulid'>;
  /** True if nothing may be sent now. */
  isHeld?: () => Promise<boolean>;
  log?: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'> | undefined;
}

/** Delivers queued webhook messages: at least once, unordered. */
export function createDeliveries(
  database: Database<Tables>,
  { webhookClient, secrets, clock, random, isHeld, log }: DeliveryOptions,
): Work<'deliveries'> {
  const { db } = database;
  const claims = createClaims<DeliveryRow>(database, {
    table: 'deliveries',
    key: 'id',
    clock,
    leaseMs: DELIVERY_LEASE_MS,
    maxDelayMs: MAX_WEBHOOK_DELAY_MS,
  });
  const hostClaims = createHostClaims({
    claims,
    listDue: () => listDueWebhooks(db, clock.now()),
    getUrl: ({ callback }) => callback,
    isFor: ({ app_key, topic }) => sql<SqlBool>`app_key = ${app_key} and topic = ${topic}`,
    getId: ({ id }) => id,
  });

  async function deliver(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    const webhook = hostClaims.getReceiver(delivery);
    const { id, topic, body } = delivery;
    const at = clock.now();
    const startedAt = clock.monotonic();
    const createAttempt = (result: Pick<AttemptResult, 'status' | 'error'>) => ({
      id: random.ulid(at),
      webhook,
      delivery,
      isOwn: claims.isOwn,
      result: { at, duration_ms: Math.round(clock.monotonic() - startedAt), ...result },
    });
    const custom = parseCustomHeaders(webhook.headers).flatMap((header) =>
      // Headers stored before their name was reserved would make every attempt fail.
      header && !isReservedHeader(header.Name) ? [[header.Name, header.Value]] : [],
    );
    const secret = openStoredSecret(secrets, webhook.secret, webhookUse(webhook));
    if (secret === undefined) {
      log?.error(
        { topic, app: webhook.app_key },
        'the secret of a webhook was sealed with another SERVICE_KEY',
      );
      await recordFailure(db, createAttempt({ status: null, error: 'secret' }), { now: at, random });
      return;
    }
    const headers = {
      ...Object.fromEntries(custom),
      ...signNotification({ id, topic, body, at }, secret),
    };
    let error: string | null = null;
    const response = await webhookClient
      .send({ url: webhook.callback, headers, body, signal })
      .catch((failure: unknown) => {
        // It counts as not begun.
        signal.throwIfAborted();
        error = getFailureCode(failure);
        const entry = { code: error, delivery: id, topic, app: webhook.app_key };
        if (failure instanceof PrivateAddressError)
          log?.warn(entry, 'a callback is not called: its address is private');
        else log?.info({ ...entry, err: failure }, 'a callback did not answer');
        return undefined;
      });
    const now = clock.now();
    const attempt = createAttempt({ status: response?.status ?? null, error });
    if (response && response.status >= 200 && response.status < 300) {
      await recordSuccess(db, attempt, now);
      return;
    }
    if (response) log?.info({ status: response.status, delivery: id, topic }, 'a callback refused a message');
    const outcome = await recordFailure(db, attempt, {
      now,
      random,
      notBefore: response && parseRetryAfter(response, now),
    });
    const { agency_key: agency, attempts } = delivery;
    if (outcome === 'given-up')
      log?.warn(
        { delivery: id, topic, agency, attempts: attempts + 1 },
        'a webhook message failed its last attempt',
      );
    if (outcome === 'suspended')
      log?.warn(
        { delivery: id, topic, app: webhook.app_key },
        'a webhook was suspended, and its messages were dropped',
      );
  }

  return defineWork({
    name: 'deliveries',
    claims: hostClaims.claims,
    run: deliver,
    onEnd: hostClaims.onEnd,
    clock,
    concurrency: MAX_ATTEMPTS,
    timeoutMs: DELIVERY_TIMEOUT_MS,
    isHeld,
  });
}
