import { REFUSAL_REASONS } from '#contract/desk/deliveries.ts';
import {
  AGENCY_CAUSES,
  ATTEMPT_CAUSES,
  INDEX_CAUSES,
  type Station,
  TOPIC_CAUSES,
  type TraceCause,
  type TraceStation,
  type TraceVerdict,
} from '#contract/desk/trace.ts';
import type { InquiryFacts, LeadFacts } from './lead-facts.ts';

/** The steps of an inquiry that is explained. */
export function listStations(facts: LeadFacts, inquiry: InquiryFacts, verdict: TraceVerdict): Station[] {
  const { agency } = facts;
  const { at, isAtService, index, attempts, messages, refusals, audience, opened, touched } = inquiry;
  const causeAmong = (causes: readonly TraceCause[]) =>
    verdict.causes.find((cause) => causes.includes(cause)) ?? null;
  const [message] = messages;
  const lastAttempt = attempts?.at(-1);
  const isMade = at !== null;
  const isInInbox = index !== null && index.goneAt === null && !inquiry.isErased;
  const agencyCause = causeAmong(AGENCY_CAUSES);
  const topicCause = causeAmong(TOPIC_CAUSES);
  const attemptCause = causeAmong(ATTEMPT_CAUSES);
  const receiverCause = causeAmong(REFUSAL_REASONS);
  const refusal = refusals.find(({ reason }) => reason === receiverCause);

  /** State of a step of the webhook, which a message that came later may have passed all the same. */
  const toState = (cause: TraceCause | null, isPassed: boolean, isKnown: boolean): Station['state'] => {
    if (cause) return 'broken';
    if (isPassed) return 'reached';
    return isKnown ? 'skipped' : 'unknown';
  };
  return [
    createStation('made', isMade ? 'reached' : isAtService === null ? 'unknown' : 'broken', {
      at,
      cause: isMade ? null : causeAmong(['not-at-service']),
    }),
    createStation('agency', toState(agencyCause, agency.isListed, false), {
      at: agency.goneAt ?? agency.addedAt,
      cause: agencyCause,
    }),
    createStation(
      'topic',
      toState(topicCause, message !== undefined || inquiry.topicThen === 'here', false),
      {
        cause: topicCause,
        host: facts.topic?.settings?.host ?? null,
      },
    ),
    createStation(
      'attempts',
      toState(
        attemptCause,
        message !== undefined || receiverCause !== null,
        attempts !== null || topicCause !== null || agencyCause !== null,
      ),
      {
        at: lastAttempt?.at ?? null,
        cause: attemptCause,
        count: attempts?.length ?? null,
        code: lastAttempt?.error ?? lastAttempt?.status?.toString() ?? null,
      },
    ),
    createStation('receiver', toState(message ? null : receiverCause, message !== undefined, true), {
      at: message?.at ?? refusal?.at ?? null,
      cause: receiverCause,
      count: messages.reduce((sum, { receivedCount }) => sum + receivedCount, 0),
      delivery: message?.id ?? refusal?.id ?? null,
    }),
    createStation('index', isInInbox ? 'reached' : index || inquiry.isErased ? 'broken' : 'skipped', {
      at: isInInbox ? Math.min(index.firstSeenAt, message?.at ?? Infinity) : (index?.goneAt ?? null),
      cause: isInInbox ? null : causeAmong(INDEX_CAUSES),
      way: index && message && message.at <= index.firstSeenAt ? 'webhook' : (index?.source ?? null),
    }),
    createStation('shown', isInInbox ? 'reached' : 'skipped', {
      count: isInInbox ? audience.shown : null,
    }),
    createStation('opened', opened ? 'reached' : 'skipped', opened ?? {}),
    createStation('touched', touched ? 'reached' : 'skipped', touched ?? {}),
  ];
}

function createStation(
  name: TraceStation,
  state: Station['state'],
  details: Partial<Omit<Station, 'name' | 'state'>>,
): Station {
  return {
    name,
    state,
    at: null,
    cause: null,
    by: null,
    count: null,
    code: null,
    host: null,
    way: null,
    delivery: null,
    ...details,
  };
}

/** The first step at which two inquiries differ; null: none. */
export function findDifference(
  stations: readonly Station[],
  others: readonly Station[],
): TraceStation | null {
  const differing = stations.find(({ state, cause }, index) => {
    const other = others[index];
    return other !== undefined && (other.state !== state || other.cause !== cause);
  });
  return differing?.name ?? null;
}
