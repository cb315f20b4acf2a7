import type { FastifyBaseLogger } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { isReservedHeader } from '#contract/webhooks.ts';
import type { Database } from '#database/database.ts';
import { openStoredSecret, webhookUse } from '#service/apps/sealed-secrets.ts';
import type { DeliveryRow, Tables } from '#service/tables.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import { signNotification } from '#signing/webhook.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import type { Work } from '#work/work.ts';
import { PrivateAddressError } from './addresses.ts';
import {
  type ActiveWebhook,
  type AttemptResult,
  MAX_DELIVERY_DELAY_MS,
  getCallbackHost,
  listDueWebhooks,
  recordFailure,
  recordSuccess,
} from './delivery-store.ts';
import { parseCustomHeaders } from './store.ts';
import { type WebhookClient, parseRetryAfter } from './webhook-client.ts';

/** Concurrent attempts per callback host and instance, so that a slow host does not delay others. */
const MAX_PER_HOST = 4;
/** More hosts than ever hang at the same time. */
const MAX_ATTEMPTS = 64 * MAX_PER_HOST;
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
    maxDelayMs: MAX_DELIVERY_DELAY_MS,
  });
  /** Webhooks of the messages that are being delivered. */
  const inFlight = new Map<string, ActiveWebhook>();
  /** Webhook that the next look begins with, where there is not room for all. */
  let turn = 0;

  const countAttempts = (host: string) =>
    [...inFlight.values()].filter((webhook) => getCallbackHost(webhook) === host).length;

  /** Claims due messages within the limit of each host. */
  async function claim(limit: number): Promise<DeliveryRow[]> {
    const webhooks = await listDueWebhooks(db, clock.now());
    const claimed: DeliveryRow[] = [];
    for (let at = 0; at < webhooks.length && claimed.length < limit; at += 1) {
      const webhook = webhooks[(turn + at) % webhooks.length];
      if (!webhook) continue;
      const room = MAX_PER_HOST - countAttempts(getCallbackHost(webhook));
      if (room <= 0) continue;
      const { app_key, topic } = webhook;
      const condition = sql<SqlBool>`app_key = ${app_key} and topic = ${topic}`;
      try {
        for (const row of await claims.claim(Math.min(room, limit - claimed.length), condition)) {
          inFlight.set(row.id, webhook);
          claimed.push(row);
        }
      } catch (error) {
        // Rows that were claimed already are worked on.
        if (claimed.length === 0) throw error;
        break;
      }
    }
    turn += 1;
    return claimed;
  }

  async function deliver(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    const webhook = inFlight.get(delivery.id);
    if (!webhook) throw new Error('A message is delivered that was not claimed');
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
        error = findErrorCode(failure);
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
    claims: { ...claims, claim },
    run: deliver,
    onEnd: ({ id }) => void inFlight.delete(id),
    clock,
    concurrency: MAX_ATTEMPTS,
    timeoutMs: DELIVERY_TIMEOUT_MS,
    isHeld,
  });
}

/** Returns the code by which the log of attempts names a failure. */
function findErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return /^(?:TimeoutError|UND_ERR_\w+_TIMEOUT)$/.test(code) ? 'timeout' : code;
}
