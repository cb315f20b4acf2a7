import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { Agencia } from '#contract/agencies.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { parseReply } from '#gateway/forward/reply-schemas.ts';
import type { Database } from '#database/database.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import type { Work } from '#work/work.ts';
import {
  CHECK_DELAYS_MS,
  type CheckResult,
  type InvitationRow,
  type InvitationTables,
  postponeCheck,
  recordCheckResult,
} from './store.ts';

const CONCURRENT_CHECKS = 4;
const CHECK_LEASE_MS = MINUTE_MS;
const INVITATION_CHECK_TIMEOUT_MS = MINUTE_MS / 2;

const AgencySchema = tolerant(Agencia);

interface CheckDependencies {
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
  const reply = await upstream.call({
    endpoint: v3.viewAgency,
    path: isOwnPath ? location : addressOf(v3.viewAgency, { adminMail }),
    signal,
  });
  if (reply.status === 404) return { state: 'unknown' };
  const agency = parseReply(v3.viewAgency, reply, AgencySchema);
  if (!agency) throw createProblem('upstream-broken');
  const { Estado, FechaRegistro } = agency;
  if (Estado?.toLowerCase() !== 'registrada') return { state: 'sent' };
  const at = Date.parse(FechaRegistro ?? '');
  return { state: 'registered', at: Number.isNaN(at) ? null : at };
}

/** Checks pending invitations at growing intervals. */
export function createInvitationChecks(
  { db, upstream, clock }: Pick<Gateway, 'db' | 'upstream' | 'clock'>,
  database: Database<InvitationTables>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Work<'invitation-checks'> {
  const { now } = clock;

  async function checkOrPostpone(row: InvitationRow, signal: AbortSignal): Promise<void> {
    try {
      await fetchInvitationState({ db, upstream, now, signal }, row);
    } catch (error) {
      if (signal.aborted || !(error instanceof ProblemError)) throw error;
      log.warn(
        { invitation: row.id, problem: error.problem.Type },
        'the state of an invitation could not be fetched',
      );
      await postponeCheck(db, row, now());
    }
  }

  return defineWork({
    name: 'invitation-checks',
    claims: createClaims<InvitationRow>(database, {
      table: 'invitation',
      key: 'id',
      clock,
      leaseMs: CHECK_LEASE_MS,
      maxDelayMs: Math.max(...CHECK_DELAYS_MS),
    }),
    run: checkOrPostpone,
    clock,
    concurrency: CONCURRENT_CHECKS,
    timeoutMs: INVITATION_CHECK_TIMEOUT_MS,
  });
}
