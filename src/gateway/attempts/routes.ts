import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { ATTEMPT_DAYS, type Attempt, type AttemptCount } from '#contract/attempts.ts';
import type { AttemptFigures, ListedAttempt } from '#contract/desk/attempts.ts';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import { findCanaryMessages } from '#gateway/canary/store.ts';
import { type LogSpans, createLogSpans } from '#gateway/deliveries/log-spans.ts';
import { MASK, maskUrl } from '#gateway/deliveries/masking.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { parseBuyerName } from '#gateway/inquiries/entries.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { firstUlidAt } from '#system/random.ts';
import { requestAttempts } from './fetch-attempts.ts';
import { findRefusal } from './refusals.ts';

/** Route of the service's log of its attempts to deliver. */
export function attemptRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, upstream, now } = gateway;
  registerDeskRoutes(app, gateway, {
    async listAttempts({ query: { from, to, before, ...filter }, signal }) {
      const spans = createLogSpans(
        { from, to },
        { now: now(), zone: config.timeZone, maxDays: ATTEMPT_DAYS },
      );
      const page = await requestAttempts(
        upstream,
        {
          ...filter,
          since: from === undefined ? undefined : spans.since,
          before: before ?? (to === undefined ? undefined : firstUlidAt(spans.until)),
          hoursSince: before === undefined ? spans.since : undefined,
        },
        signal,
      );
      if (!page) return { isOffered: false, attempts: [], more: false, summary: null };
      const { attempts, more, hours } = page;
      return {
        isOffered: true,
        attempts: await describeAttempts(db, attempts),
        more,
        summary: hours && toFigures(hours, spans),
      };
    },
  });
}

async function describeAttempts(
  db: Kysely<GatewayTables>,
  attempts: readonly Attempt[],
): Promise<ListedAttempt[]> {
  const sids = new Set(attempts.flatMap(({ sid }) => sid ?? []));
  const inquiries =
    sids.size === 0
      ? []
      : await db
          .selectFrom('inquiry')
          .select(['agency_key', 'sid', 'data'])
          .where('sid', 'in', [...sids])
          .execute();
  const names = new Map(
    inquiries.map(({ agency_key, sid, data }) => [`${agency_key} ${sid}`, parseBuyerName(data)]),
  );
  const canaryMessages = await findCanaryMessages(
    db,
    attempts.map(({ deliveryId }) => deliveryId),
  );
  const refusals = await fetchRefusedMessages(db, attempts);
  const repeated = await findRepeatedMessages(db, attempts);
  return attempts.map((attempt) => ({
    ...attempt,
    isAnswerLost: isUnanswered(attempt) && repeated.has(attempt.deliveryId),
    refusal: findAttemptRefusal(attempt, refusals),
    callback: maskUrl(attempt.callback) ?? MASK,
    isCanary: canaryMessages.has(attempt.deliveryId),
    person: names.get(`${attempt.agency} ${attempt.sid}`) ?? null,
  }));
}

interface RefusedMessage {
  at: number;
  hookId: string | null;
  reason: RefusalReason | null;
}

/** Refused messages of attempts that were answered and failed. */
async function fetchRefusedMessages(
  db: Kysely<GatewayTables>,
  attempts: readonly Attempt[],
): Promise<RefusedMessage[]> {
  const hookIds = attempts.filter(isAnsweredFailure).map(({ deliveryId }) => deliveryId);
  if (hookIds.length === 0) return [];
  return db
    .selectFrom('delivery')
    .select(['at', 'hook_id as hookId', 'reason'])
    .where('outcome', '=', 'refused')
    .where('hook_id', 'in', hookIds)
    .execute();
}

/** Hook ids of unanswered attempts whose message came several times. */
async function findRepeatedMessages(
  db: Kysely<GatewayTables>,
  attempts: readonly Attempt[],
): Promise<Set<string | null>> {
  const hookIds = attempts.filter(isUnanswered).map(({ deliveryId }) => deliveryId);
  if (hookIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('delivery')
    .select('hook_id')
    .where('received_count', '>', 1)
    .where('hook_id', 'in', hookIds)
    .execute();
  return new Set(rows.map(({ hook_id }) => hook_id));
}

const isUnanswered = ({ outcome, status }: Attempt) => outcome !== 'delivered' && status === null;

const isAnsweredFailure = ({ outcome, status }: Attempt) => outcome !== 'delivered' && status !== null;

function findAttemptRefusal(attempt: Attempt, refusals: readonly RefusedMessage[]): RefusalReason | null {
  if (!isAnsweredFailure(attempt)) return null;
  return findRefusal({ at: attempt.at, hookId: attempt.deliveryId }, refusals)?.reason ?? null;
}

const FIGURES = {
  delivered: 'delivered',
  retried: 'retried',
  'given-up': 'givenUp',
  suspended: 'givenUp',
} as const satisfies Record<Attempt['outcome'], keyof AttemptFigures['spans'][number]>;

function toFigures(hours: readonly AttemptCount[], { unit, starts, findStart }: LogSpans): AttemptFigures {
  const spans = new Map(starts.map((at) => [at, { at, delivered: 0, retried: 0, givenUp: 0 }]));
  for (const { at, outcome, attempts } of hours) {
    const span = spans.get(findStart(at));
    if (span) span[FIGURES[outcome]] += attempts;
  }
  return { unit, spans: [...spans.values()] };
}
