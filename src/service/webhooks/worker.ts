import type { FastifyBaseLogger } from 'fastify';
import { isReservedHeader } from '#contract/webhooks.ts';
import type { Database } from '#database/database.ts';
import { type Loop, getMaxWaitMs, createLoop } from '#outbox/loop.ts';
import { HOLD_POLL_MS } from '#outbox/sending-hold.ts';
import { openStoredSecret, webhookUse } from '#service/apps/sealed-secrets.ts';
import type { DeliveryRow, Tables } from '#service/tables.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import { signNotification } from '#signing/webhook.ts';
import { type ActiveWebhook, createDeliveryStore } from './delivery-store.ts';
import { PrivateAddressError } from './addresses.ts';
import { type WebhookClient, parseRetryAfter } from './webhook-client.ts';
import { parseCustomHeaders } from './store.ts';

/** Concurrent attempts per callback host and instance, so that a slow host does not delay others. */
const MAX_PER_HOST = 4;
/** Time to finish attempts when the process stops; the messages of those that take longer are released. */
const DELIVERY_STOP_TIMEOUT_MS = 2000;
const DELIVERY_WAIT_MS = 60_000;
/** Claims of processes that are gone are looked for at this interval. */
const RELEASE_INTERVAL_MS = 500;

export interface DeliveryWorkerOptions {
  webhookClient: WebhookClient;
  secrets: SecretBox;
  now: () => number;
  random?: () => number;
  /** True if nothing may be sent now. */
  isHeld?: () => Promise<boolean>;
  log?: FastifyBaseLogger;
}

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;

/** Delivers queued webhook messages: at least once, unordered. */
export function createDeliveryWorker(
  database: Database<Tables>,
  {
    webhookClient,
    secrets,
    now,
    random = Math.random,
    isHeld = async () => false,
    log,
  }: DeliveryWorkerOptions,
) {
  const store = createDeliveryStore(database, random);
  const inFlight = new Map<string, Set<Promise<void>>>();
  const abortController = new AbortController();
  let releaseAt = 0;

  /** Starts due attempts within the host limit. @returns when the next message is due, ms since 1970 */
  async function step(signal?: AbortSignal): Promise<number | undefined> {
    if (await isHeld()) return now() + HOLD_POLL_MS;
    if (now() >= releaseAt) {
      releaseAt = now() + RELEASE_INTERVAL_MS;
      await store.releaseClaims(now());
    }
    for (const webhook of await store.listDueWebhooks(now())) {
      if (signal?.aborted) return undefined;
      const { host } = new URL(webhook.callback);
      const attempts = inFlight.get(host) ?? new Set();
      inFlight.set(host, attempts);
      const freeSlots = MAX_PER_HOST - attempts.size;
      if (freeSlots <= 0) continue;
      for (const delivery of await store.claim(webhook, freeSlots, now())) {
        const attempt: Promise<void> = deliver(webhook, delivery)
          .catch((error: unknown) =>
            log?.error({ err: error }, 'the outcome of a webhook delivery could not be stored'),
          )
          .finally(() => {
            attempts.delete(attempt);
            if (attempts.size === 0) inFlight.delete(host);
            loop.wake();
          });
        attempts.add(attempt);
      }
      if (attempts.size === 0) inFlight.delete(host);
    }
    return store.findNextDueAt(now());
  }

  async function deliver(webhook: ActiveWebhook, delivery: DeliveryRow): Promise<void> {
    const { id, topic, body } = delivery;
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
      await store.recordFailure(webhook, delivery, { now: now(), gone: false });
      return;
    }
    const headers = {
      ...Object.fromEntries(custom),
      ...signNotification({ id, topic, body, at: now() }, secret),
    };
    const response = await webhookClient
      .send({ url: webhook.callback, headers, body, signal: abortController.signal })
      .catch((error: unknown) => {
        if (abortController.signal.aborted) return undefined;
        const failure = { code: findCode(error), delivery: id, topic, app: webhook.app_key };
        if (error instanceof PrivateAddressError)
          log?.warn(failure, 'a callback is not called: its address is private');
        else log?.info({ ...failure, err: error }, 'a callback did not answer');
        return undefined;
      });
    if (abortController.signal.aborted && !response) {
      await store.release(delivery, now());
      return;
    }
    if (response && response.status >= 200 && response.status < 300) {
      await store.recordSuccess(webhook, delivery, now());
      return;
    }
    if (response) log?.info({ status: response.status, delivery: id, topic }, 'a callback refused a message');
    const at = now();
    const notBefore = response && parseRetryAfter(response, at);
    const outcome = await store.recordFailure(webhook, delivery, {
      now: at,
      gone: response?.status === 410,
      notBefore,
    });
    const { agency_key: agency, attempts } = delivery;
    if (outcome === 'given up')
      log?.warn({ delivery: id, topic, agency, attempts }, 'a webhook message failed its last attempt');
    if (outcome === 'suspended')
      log?.warn(
        { delivery: id, topic, app: webhook.app_key },
        'a webhook was suspended, and its messages were dropped',
      );
  }

  const finishInFlight = async () => {
    for (const attempts of inFlight.values()) await Promise.all(attempts);
  };

  const loop: Loop = createLoop(step, {
    now,
    maxWaitMs: getMaxWaitMs(database.engine, DELIVERY_WAIT_MS),
    onError: (error) => log?.error({ err: error }, 'webhook deliveries could not be claimed'),
  });

  return {
    /** @param ownCallback callback served by this process: messages that failed while it was down are retried now */
    async start(ownCallback?: string): Promise<void> {
      if (ownCallback !== undefined) await store.retryNow(ownCallback, now());
      loop.start();
    },
    /** Looks for due messages now. */
    wake: () => loop.wake(),
    /** Delivers until no message is due; for use without `start`. */
    async drain(): Promise<void> {
      do {
        await step();
        await finishInFlight();
      } while ((await store.listDueWebhooks(now())).length > 0);
    },
    /** Starts no more attempts; those in flight complete, or are aborted after 2 s and begun anew by the next process. */
    async stop(): Promise<void> {
      await loop.stop();
      const timer = setTimeout(() => abortController.abort(), DELIVERY_STOP_TIMEOUT_MS);
      await finishInFlight();
      clearTimeout(timer);
      await webhookClient.close();
    },
  };
}

function findCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
