import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { Agencia } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import type { Database } from '#database/database.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { createProblem } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { type Loop, getMaxWaitMs, createLoop } from '#outbox/loop.ts';
import {
  type CheckResult,
  type InvitationRow,
  type InvitationTables,
  claimDueInvitations,
  fetchNextCheckAt,
  postponeCheck,
  recordCheckResult,
} from './store.ts';

/** Invitations checked concurrently. */
const CHECKS_PER_BATCH = 4;
const CHECK_WAIT_MS = 60_000;

const AgencySchema = tolerant(Agencia);

export interface CheckDependencies {
  db: Kysely<InvitationTables>;
  upstream: Upstream;
  now: () => number;
  /** Aborts the call. */
  signal?: AbortSignal;
}

/** Fetches the state of an invitation from the service and stores it. @throws ProblemError when the service fails */
export async function fetchInvitationState(
  { db, upstream, now, signal }: CheckDependencies,
  row: Pick<InvitationRow, 'id' | 'state' | 'checks' | 'admin_mail' | 'location'>,
): Promise<void> {
  const result = await fetchState(upstream, row, signal);
  await recordCheckResult(db, row, result, now());
}

async function fetchState(
  upstream: Upstream,
  { location, admin_mail: adminMail }: Pick<InvitationRow, 'location' | 'admin_mail'>,
  signal: AbortSignal | undefined,
): Promise<CheckResult> {
  const isOwnPath = location !== null && /^\/(?!\/)/.test(location);
  const { status, body } = await upstream.call({
    endpoint: v3.viewAgency,
    path: isOwnPath ? location : addressOf(v3.viewAgency, { adminMail }),
    ...(signal && { signal }),
  });
  if (status === 404) return { state: 'unknown' };
  if (status !== v3.viewAgency.success) throw createProblem('upstream-broken');
  const parsed = z.safeParse(AgencySchema, JSON.parse(body ?? ''));
  if (!parsed.success) throw createProblem('upstream-broken');
  const { Estado, FechaRegistro } = parsed.data;
  if (Estado?.toLowerCase() !== 'registrada') return { state: 'sent' };
  const at = Date.parse(FechaRegistro ?? '');
  return { state: 'registered', at: Number.isNaN(at) ? null : at };
}

/** Creates the worker that checks pending invitations at growing intervals. */
export function createInvitationChecks({
  database,
  log,
  ...dependencies
}: CheckDependencies & { database: Database<InvitationTables>; log: FastifyBaseLogger }): Loop {
  const { db, now } = dependencies;
  const stopController = new AbortController();

  async function checkOrPostpone(row: InvitationRow): Promise<void> {
    try {
      await fetchInvitationState({ ...dependencies, signal: stopController.signal }, row);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      log.warn(
        { invitation: row.id, problem: error.problem.Type },
        'the state of an invitation could not be fetched',
      );
      await postponeCheck(db, row, now());
    }
  }

  async function step(): Promise<number | undefined> {
    for (
      let due = await claimDueInvitations(database, CHECKS_PER_BATCH, now());
      due.length > 0;
      due = await claimDueInvitations(database, CHECKS_PER_BATCH, now())
    )
      await Promise.all(due.map(checkOrPostpone));
    return fetchNextCheckAt(db);
  }

  const loop = createLoop(step, {
    now,
    maxWaitMs: getMaxWaitMs(database.engine, CHECK_WAIT_MS),
    onError: (error) => log.error({ err: error }, 'states of invitations could not be fetched'),
  });
  return {
    ...loop,
    stop() {
      stopController.abort();
      return loop.stop();
    },
  };
}
