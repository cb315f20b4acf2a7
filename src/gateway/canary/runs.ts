import type { RawBuilder, SqlBool } from 'kysely';
import { type CanaryFailure, isCanaryFailure } from '#contract/desk/canary.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import type { Database } from '#database/database.ts';
import { MASK, maskUrl } from '#gateway/deliveries/masking.ts';
import { acquireResendSlot } from '#gateway/deliveries/resend-slot.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchWebhookSettings } from '#gateway/webhooks/webhook-client.ts';
import { ProblemError, ignoreProblem } from '#http/problem-error.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import type { Work } from '#work/work.ts';
import { raiseCanaryAlarm } from './alarm.ts';
import { findNextRunAt } from './schedule.ts';
import {
  type CanaryRow,
  acceptRun,
  endUnknownRun,
  failRun,
  fetchFailures,
  fetchLastRun,
  findCanaryInquiry,
  hasSignatureRefusal,
  insertRun,
  isAlarmDue,
} from './store.ts';

/** decided: a message that takes longer has not arrived. */
export const ARRIVAL_TIMEOUT_MS = 2 * MINUTE_MS;
const CANARY_LEASE_MS = MINUTE_MS;
const CANARY_RUN_TIMEOUT_MS = 5 * MINUTE_MS;

type Dependencies = Pick<
  Gateway,
  'db' | 'clock' | 'random' | 'upstream' | 'pace' | 'receiver' | 'liveEvents' | 'wake'
> & { config: Pick<Gateway['config'], 'timeZone' | 'publicUrl'> };

/** Asks the service for the message of an inquiry at an interval, and notes whether it arrives. */
export function createCanaryRuns(gateway: Gateway, database: Database<GatewayTables>): Work<'canary'> {
  const { clock, sendingHold } = gateway;
  const claims = createClaims<CanaryRow>(database, {
    table: 'canary',
    key: 'agency_key',
    clock,
    leaseMs: CANARY_LEASE_MS,
    maxDelayMs: DAY_MS,
  });
  return defineWork({
    name: 'canary',
    claims,
    run: (row, signal) => runCanary(gateway, row, { isOwn: claims.isOwn, signal }),
    clock,
    concurrency: 1,
    timeoutMs: CANARY_RUN_TIMEOUT_MS,
    isHeld: sendingHold.isHeld,
  });
}

/** Ends the last run if its time is over, begins the next one if it is due, and stores when to look again. */
export async function runCanary(
  dependencies: Dependencies,
  row: CanaryRow,
  { isOwn, signal }: { isOwn: RawBuilder<SqlBool>; signal: AbortSignal },
): Promise<void> {
  const { db, clock, config } = dependencies;
  const { minutes, agency_key } = row;
  const findNext = async () => {
    const now = clock.now();
    const last = await fetchLastRun(db);
    if (last?.outcome !== 'pending')
      return { last, at: findNextRunAt(last?.at, { minutes, now, zone: config.timeZone }) };
    return { last, at: last.at > now ? now : last.at + ARRIVAL_TIMEOUT_MS };
  };
  let next = await findNext();
  if (next.last?.outcome === 'pending' && next.at <= clock.now()) {
    await endRun(dependencies, next.last);
    next = await findNext();
  }
  if (next.last?.outcome !== 'pending' && next.at <= clock.now()) {
    await startRun(dependencies, row, signal);
    next = await findNext();
  }
  await db
    .updateTable('canary')
    .set({ due_at: next.at })
    .where((eb) => eb.and({ agency_key, minutes }))
    .where(isOwn)
    .execute();
}

/** Ends a run whose message did not arrive; one whose process ended before the service replied says nothing. */
async function endRun(
  dependencies: Dependencies,
  { id, at, status }: { id: string; at: number; status: number | null },
): Promise<void> {
  const { db, clock } = dependencies;
  if (status === null || at > clock.now()) return endUnknownRun(db, id);
  const isRefused = await hasSignatureRefusal(db, { since: at, until: at + ARRIVAL_TIMEOUT_MS });
  await fail(dependencies, id, { outcome: isRefused ? 'signature' : 'missing' });
}

async function startRun(dependencies: Dependencies, row: CanaryRow, signal: AbortSignal): Promise<void> {
  const { db, clock, random, upstream, pace, receiver } = dependencies;
  const { agency_key, admin_mail: adminMail } = row;
  const inquiry = await findCanaryInquiry(db, agency_key, clock.now());
  if (!inquiry) {
    await insertRun(db, { agency_key, sid: null, outcome: 'no-inquiry' }, { now: clock.now(), random });
    return;
  }
  const { sid } = inquiry;
  const release = await acquireResendSlot(db, `${agency_key}/${sid}`, clock).catch(ignoreProblem);
  // A person has this inquiry sent again at this moment.
  if (!release) return;
  let isAccepted = false;
  try {
    const begin = () => insertRun(db, { agency_key, sid, outcome: 'pending' }, { now: clock.now(), random });
    await pace.awaitTurn('jobs', signal);
    const settings = await callService(() => fetchWebhookSettings(upstream, INQUIRY_TOPIC), signal);
    // Nothing is sent to another callback by itself.
    const failure = findTopicFailure(settings, receiver.url);
    if (failure) {
      await fail(dependencies, await begin(), { outcome: failure });
      return;
    }
    await pace.awaitTurn('jobs', signal);
    const id = await begin();
    const reply = await callService(
      () => callEndpoint(upstream, v3.resendInquiry, { adminMail, sid }, { signal }),
      signal,
    );
    if (reply === 'unreachable') {
      await fail(dependencies, id, { outcome: 'unreachable' });
      return;
    }
    const { status, location } = reply;
    isAccepted = status === v3.resendInquiry.success;
    const isElsewhere = isAccepted && location && (maskUrl(location) ?? MASK) !== receiver.masked;
    if (isElsewhere) await fail(dependencies, id, { outcome: 'elsewhere', status });
    else if (isAccepted) await acceptRun(db, id, status);
    else await fail(dependencies, id, { outcome: 'refused', status });
  } finally {
    await release(isAccepted);
  }
}

function findTopicFailure(
  settings: Awaited<ReturnType<typeof fetchWebhookSettings>> | 'unreachable',
  receiverUrl: string,
): CanaryFailure | undefined {
  if (settings === 'unreachable') return 'unreachable';
  if (!settings?.active) return 'off';
  return settings.callback === receiverUrl ? undefined : 'elsewhere';
}

async function callService<Reply>(
  call: () => Promise<Reply>,
  signal: AbortSignal,
): Promise<Reply | 'unreachable'> {
  try {
    return await call();
  } catch (error) {
    if (signal.aborted || !(error instanceof ProblemError)) throw error;
    return 'unreachable';
  }
}

/** Stores a failure and, in the same transaction, raises the alarm that it makes due. */
async function fail(
  dependencies: Dependencies,
  id: string,
  failure: { outcome: CanaryFailure; status?: number },
): Promise<void> {
  const { db, wake, liveEvents } = dependencies;
  const isRaised = await db.transaction().execute(async (transaction) => {
    if (!(await failRun(transaction, id, failure))) return false;
    const failures = await fetchFailures(transaction);
    if (!isAlarmDue(failures)) return false;
    const outcomes = failures.flatMap(({ outcome }) => (isCanaryFailure(outcome) ? [outcome] : []));
    await raiseCanaryAlarm(transaction, { outcomes, since: failures.at(-1)?.at ?? 0 }, dependencies);
    return true;
  });
  if (!isRaised) return;
  liveEvents.wake();
  wake('mails');
}
