import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { Agencia } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import type { Engine } from '#database/database.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { refusal } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { type Loop, startLoop } from '#outbox/loop.ts';
import {
  type Found,
  type InvitationRow,
  type InvitationTables,
  claimDue,
  nextDue,
  noteFound,
  putOff,
} from './store.ts';

/** How many are asked about at a time. */
const AT_ONCE = 4;
const LONGEST_WAIT_MS = 60_000;

const AgencyRead = tolerant(Agencia);

export interface Asking {
  db: Kysely<InvitationTables>;
  upstream: Upstream;
  now: () => number;
  /** Nobody waits for the answer any more. */
  signal?: AbortSignal;
}

/**
 * Asks the service now what became of an invitation, and notes it.
 * @throws ProblemError when the service does not say
 */
export async function check(
  { db, upstream, now, signal }: Asking,
  row: Pick<InvitationRow, 'id' | 'state' | 'checks' | 'admin_mail' | 'location'>,
): Promise<void> {
  const found = await ask(upstream, row, signal);
  await noteFound(db, row, found, now());
}

async function ask(
  upstream: Upstream,
  { location, admin_mail: adminMail }: Pick<InvitationRow, 'location' | 'admin_mail'>,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const own = location !== null && /^\/(?!\/)/.test(location);
  const { status, body } = await upstream.call({
    endpoint: v3.viewAgency,
    path: own ? location : addressOf(v3.viewAgency, { adminMail }),
    ...(signal && { signal }),
  });
  if (status === 404) return { state: 'unknown' };
  if (status !== v3.viewAgency.success) throw refusal('upstream-broken');
  const read = z.safeParse(AgencyRead, JSON.parse(body ?? ''));
  if (!read.success) throw refusal('upstream-broken');
  const { Estado, FechaRegistro } = read.data;
  if (Estado?.toLowerCase() !== 'registrada') return { state: 'sent' };
  const at = Date.parse(FechaRegistro ?? '');
  return { state: 'registered', at: Number.isNaN(at) ? null : at };
}

/** Asks again and again what became of those that were sent, less and less often. */
export function startChecks({
  engine,
  log,
  ...asking
}: Asking & { engine: Engine; log: FastifyBaseLogger }): Loop {
  const { db, now } = asking;
  const stopping = new AbortController();

  async function checkOrPutOff(row: InvitationRow): Promise<void> {
    try {
      await check({ ...asking, signal: stopping.signal }, row);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      log.warn({ invitation: row.id, problem: error.problem.Type }, 'an invitation could not be asked about');
      await putOff(db, row, now());
    }
  }

  async function step(): Promise<number | undefined> {
    for (
      let due = await claimDue(db, engine, AT_ONCE, now());
      due.length > 0;
      due = await claimDue(db, engine, AT_ONCE, now())
    )
      await Promise.all(due.map(checkOrPutOff));
    return nextDue(db);
  }

  const loop = startLoop(step, {
    now,
    maxWaitMs: LONGEST_WAIT_MS,
    onError: (error) => log.error({ err: error }, 'invitations could not be asked about'),
  });
  return {
    wake: () => loop.wake(),
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}
