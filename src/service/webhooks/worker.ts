import type { FastifyBaseLogger } from 'fastify';
import { isReservedHeader } from '#contract/webhooks.ts';
import type { Database } from '#database/database.ts';
import { type Loop, startLoop } from '#outbox/loop.ts';
import type { DeliveryRow, Tables } from '#service/tables.ts';
import { notificationHeaders } from '#signing/webhook.ts';
import { type ActiveWebhook, createDeliveryStore } from './deliveries.ts';
import { type Poster, askedUntil } from './post.ts';
import { customHeaders } from './store.ts';

/** Attempts in flight for one callback host, for each instance: a dead one holds up only itself. */
const PER_HOST = 4;
/** What is in flight may take so long when the service stops, which has 10 s for everything. */
const STOP_MS = 8000;
// Another instance may have died with messages claimed; embedded there is none.
const LONGEST_WAIT_MS = { sqlite: 60_000, postgres: 1000 };

export interface WorkerOptions {
  poster: Poster;
  now: () => number;
  random?: () => number;
  log?: FastifyBaseLogger;
}

export type Worker = ReturnType<typeof createWorker>;

/** Delivers what was announced: at least once, in no promised order. */
export function createWorker(
  database: Database<Tables>,
  { poster, now, random = Math.random, log }: WorkerOptions,
) {
  const store = createDeliveryStore(database, random);
  const inFlight = new Map<string, Set<Promise<void>>>();
  const giveUp = new AbortController();
  let loop: Loop | undefined;

  /** Begins every attempt that is due and has room; returns when the next message comes due. */
  async function step(): Promise<number | undefined> {
    for (const webhook of await store.due(now())) {
      const { host } = new URL(webhook.callback);
      const attempts = inFlight.get(host) ?? new Set();
      inFlight.set(host, attempts);
      const room = PER_HOST - attempts.size;
      if (room <= 0) continue;
      for (const delivery of await store.claim(webhook, room, now())) {
        const attempt: Promise<void> = deliver(webhook, delivery)
          .catch((error: unknown) => log?.error({ err: error }, 'a delivery could not be noted'))
          .finally(() => {
            attempts.delete(attempt);
            if (attempts.size === 0) inFlight.delete(host);
            loop?.wake();
          });
        attempts.add(attempt);
      }
      if (attempts.size === 0) inFlight.delete(host);
    }
    return store.next(now());
  }

  async function deliver(webhook: ActiveWebhook, delivery: DeliveryRow): Promise<void> {
    const { id, topic, body } = delivery;
    const custom = customHeaders(webhook.headers).flatMap((header) =>
      // One that was taken before its name was refused would make every attempt fail.
      header && !isReservedHeader(header.Name) ? [[header.Name, header.Value]] : [],
    );
    const headers = {
      ...Object.fromEntries(custom),
      ...notificationHeaders({ id, topic, body, at: now() }, webhook.secret),
    };
    const answer = await poster
      .post({ url: webhook.callback, headers, body, signal: giveUp.signal })
      .catch((error: unknown) => {
        log?.info({ err: error, delivery: id, topic }, 'a callback did not answer');
        return undefined;
      });
    if (giveUp.signal.aborted && !answer) return;
    if (answer && answer.status >= 200 && answer.status < 300) {
      await store.succeeded(webhook, delivery);
      return;
    }
    const at = now();
    const notBefore = answer && askedUntil(answer, at);
    const outcome = await store.failed(webhook, delivery, {
      now: at,
      gone: answer?.status === 410,
      notBefore,
    });
    const { agency_key: agency, attempts } = delivery;
    if (outcome === 'given up')
      log?.warn({ delivery: id, topic, agency, attempts }, 'a message was given up');
    if (outcome === 'suspended')
      log?.warn(
        { delivery: id, topic, app: webhook.app_key },
        'a webhook was suspended, and its messages given up',
      );
  }

  const all = async () => {
    for (const attempts of inFlight.values()) await Promise.all(attempts);
  };

  return {
    /** @param ownCallback where this very process receives: what it could not receive while it was down is due */
    async start(ownCallback?: string): Promise<void> {
      if (database.engine === 'sqlite') await store.release(now());
      if (ownCallback !== undefined) await store.retryAt(ownCallback, now());
      loop = startLoop(step, {
        now,
        longestMs: LONGEST_WAIT_MS[database.engine],
        failed: (error) => log?.error({ err: error }, 'deliveries could not be looked at'),
      });
    },
    /** Something may be due. */
    wake: () => loop?.wake(),
    /** Delivers until nothing is due any more; without a running loop. */
    async settle(): Promise<void> {
      do {
        await step();
        await all();
      } while ((await store.due(now())).length > 0);
    },
    /** Begins nothing more; what is in flight is finished, or given up after 8 s and tried again later. */
    async stop(): Promise<void> {
      await loop?.stop();
      const timer = setTimeout(() => giveUp.abort(), STOP_MS);
      await all();
      clearTimeout(timer);
      await poster.close();
    },
  };
}
