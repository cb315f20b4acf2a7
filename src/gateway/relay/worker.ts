import type { FastifyBaseLogger } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { PrivateAddressError } from '#http/callback-addresses.ts';
import { type WebhookResponse, getFailureCode, parseRetryAfter } from '#http/webhook-client.ts';
import { signNotification } from '#signing/webhook.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import { MAX_ATTEMPTS, createHostClaims } from '#work/host-claims.ts';
import { MAX_WEBHOOK_DELAY_MS } from '#work/webhook-retries.ts';
import type { Work } from '#work/work.ts';
import { fetchMessage } from './messages.ts';
import { findNextRelayAt, isNextOfInquiry, listDueTargets, recordFailure, recordSuccess } from './queue.ts';
import type { RelayRow, RelayTargetRow } from './tables.ts';
import { openTargetSecret } from './target-store.ts';

const RELAY_LEASE_MS = 30_000;
/** Longer than the webhook client waits. */
const RELAY_TIMEOUT_MS = 25_000;

export type RelayDependencies = Pick<
  Gateway,
  'db' | 'clock' | 'random' | 'secrets' | 'webhookClient' | 'sendingHold'
> & { config: Pick<Gateway['config'], 'publicUrl'> };

/** Relays verified messages, and changes of follow-ups, to addresses of the partner: at least once, in order for each inquiry. */
export function createRelay(
  { db, clock, random, secrets, webhookClient, sendingHold, config }: RelayDependencies,
  database: Database<GatewayTables>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): Work<'relay'> {
  const claims = createClaims<RelayRow>(database, {
    table: 'relay',
    key: 'number',
    clock,
    leaseMs: RELAY_LEASE_MS,
    condition: () => isNextOfInquiry,
    maxDelayMs: MAX_WEBHOOK_DELAY_MS,
  });
  const hostClaims = createHostClaims({
    claims,
    listDue: () => listDueTargets(db, clock.now()),
    getUrl: ({ url }) => url,
    isFor: ({ id }) => sql<SqlBool>`target_id = ${id}`,
    getId: ({ number }) => number,
  });

  async function relay(row: RelayRow, signal: AbortSignal): Promise<void> {
    const message = await fetchMessage(db, row.delivery_id, config.publicUrl);
    if (!message) {
      // The buyer was erased.
      await db.deleteFrom('relay').where('number', '=', row.number).execute();
      return;
    }
    const target = hostClaims.getReceiver(row);
    const at = clock.now();
    const startedAt = clock.monotonic();
    const reply = await sendMessage(target, { ...message, at }, signal);
    const now = clock.now();
    const result = {
      id: random.ulid(at),
      row,
      isOwn: claims.isOwn,
      at,
      durationMs: Math.round(clock.monotonic() - startedAt),
      status: reply.response?.status ?? null,
      error: reply.error,
    };
    if (isSuccess(reply.response)) return recordSuccess(db, result, now);
    const outcome = await recordFailure(db, result, {
      now,
      random,
      notBefore: reply.response && parseRetryAfter(reply.response, now),
    });
    if (outcome === 'given-up')
      log.warn(
        { target: target.id, delivery: row.delivery_id, attempts: row.attempts + 1 },
        'a relayed message failed its last attempt',
      );
  }

  async function sendMessage(
    target: RelayTargetRow,
    message: { id: string; topic: string; body: string; at: number },
    signal: AbortSignal,
  ): Promise<{ response: WebhookResponse | undefined; error: string | null }> {
    const secret = openTargetSecret(secrets, target);
    if (secret === undefined) {
      log.error({ target: target.id }, 'the secret of a relay target was sealed with another CONSOLE_KEY');
      return { response: undefined, error: 'secret' };
    }
    try {
      const headers = signNotification(message, secret);
      const { url } = target;
      return {
        response: await webhookClient.send({ url, headers, body: message.body, signal }),
        error: null,
      };
    } catch (failure) {
      // It counts as not begun.
      signal.throwIfAborted();
      const error = getFailureCode(failure);
      if (failure instanceof PrivateAddressError)
        log.warn({ target: target.id }, 'a relay target is not called: its address is private');
      else log.info({ target: target.id, code: error }, 'a relay target did not answer');
      return { response: undefined, error };
    }
  }

  return defineWork({
    name: 'relay',
    claims: { ...hostClaims.claims, findNextDueAt: () => findNextRelayAt(db) },
    run: relay,
    onEnd: hostClaims.onEnd,
    clock,
    concurrency: MAX_ATTEMPTS,
    timeoutMs: RELAY_TIMEOUT_MS,
    isHeld: sendingHold.isHeld,
  });
}

const isSuccess = (response: WebhookResponse | undefined): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;
