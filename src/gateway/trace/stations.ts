import { ATTEMPT_CAUSES } from '#contract/attempts.ts';
import { REFUSAL_REASONS } from '#contract/desk/deliveries.ts';
import {
  AGENCY_CAUSES,
  INDEX_CAUSES,
  type Station,
  TOPIC_CAUSES,
  type TraceCause,
  type TraceStation,
  type TraceVerdict,
  type TracedCopy,
} from '#contract/desk/trace.ts';
import { classifyAttempt, findLastFailure } from './attempt-causes.ts';
import type { CrmFact, InquiryFacts, LeadFacts, RelayFact } from './lead-facts.ts';

/** The steps of an inquiry that is explained. */
export function listStations(facts: LeadFacts, inquiry: InquiryFacts, verdict: TraceVerdict): Station[] {
  const { agency } = facts;
  const { at, isAtService, index, attempts, messages, refusals, audience, opened, touched } = inquiry;
  const causeAmong = (causes: readonly TraceCause[]) =>
    verdict.causes.find((cause) => causes.includes(cause)) ?? null;
  const [message] = messages;
  const lastAttempt = attempts?.at(-1);
  const failure = findLastFailure(inquiry);
  const reported = failure ?? lastAttempt;
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
        message !== undefined || receiverCause !== null || lastAttempt !== undefined,
        attempts !== null || topicCause !== null || agencyCause !== null,
      ),
      {
        at: lastAttempt?.at ?? null,
        cause: attemptCause ?? (message && failure ? classifyAttempt(failure, refusals) : null),
        count: attempts?.length ?? null,
        code: reported?.error ?? reported?.status?.toString() ?? null,
      },
    ),
    createStation('receiver', toState(message ? null : receiverCause, message !== undefined, true), {
      at: message?.at ?? refusal?.at ?? null,
      cause: receiverCause,
      count: messages.reduce((sum, { receivedCount }) => sum + receivedCount, 0),
      delivery: message?.id ?? refusal?.id ?? null,
    }),
    ...listRelayStations(inquiry.relays),
    createStation('index', isInInbox ? 'reached' : index || inquiry.isErased ? 'broken' : 'skipped', {
      at: isInInbox ? Math.min(index.firstSeenAt, message?.at ?? Infinity) : (index?.goneAt ?? null),
      cause: isInInbox ? null : causeAmong(INDEX_CAUSES),
      way: index && message && message.at <= index.firstSeenAt ? 'webhook' : (index?.source ?? null),
    }),
    ...listCrmStations(inquiry.crm),
    createStation('shown', isInInbox ? 'reached' : 'skipped', {
      shownTo: isInInbox ? [...audience.shown] : [],
      hiddenFrom: isInInbox ? [...audience.hidden] : [],
    }),
    createStation('opened', opened ? 'reached' : 'skipped', opened ?? {}),
    createStation('touched', touched ? 'reached' : 'skipped', touched ?? {}),
  ];
}

/** Empty: the messages of the inquiry were not relayed. */
function listRelayStations(relays: readonly RelayFact[]): Station[] {
  if (relays.length === 0) return [];
  const copies = relays.map(toCopy);
  const isDelivered = copies.every(({ outcome }) => outcome === 'delivered');
  const hasFailed = copies.some(({ outcome, at }) => outcome !== 'delivered' && at !== null);
  const times = copies.flatMap(({ at }) => at ?? []);
  return [
    createStation('relay', isDelivered ? 'reached' : hasFailed ? 'broken' : 'skipped', {
      at: times.length > 0 ? Math.max(...times) : null,
      count: copies.length,
      copies,
    }),
  ];
}

const CRM_STATES = { accepted: 'reached', waiting: 'skipped', 'given-up': 'broken' } as const;

function listCrmStations(crm: CrmFact | null): Station[] {
  return crm ? [createStation('crm', CRM_STATES[crm.outcome], { at: crm.at, code: crm.failure })] : [];
}

/** A target that got one of the messages has the inquiry, also while another one waits. */
function toCopy({ target, host, isWaiting, attempts }: RelayFact): TracedCopy {
  const delivered = attempts.findLast(({ outcome }) => outcome === 'delivered');
  const last = delivered ?? attempts.at(-1);
  return {
    target,
    host,
    outcome: delivered ? 'delivered' : isWaiting ? 'waiting' : 'given-up',
    at: last?.at ?? null,
    code: last?.error ?? last?.status?.toString() ?? null,
  };
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
    copies: [],
    shownTo: [],
    hiddenFrom: [],
    ...details,
  };
}

/** The first step at which two inquiries differ; null: none. */
export function findDifference(
  stations: readonly Station[],
  others: readonly Station[],
): TraceStation | null {
  const differing = stations.find(({ name, state, cause }) => {
    const other = others.find((station) => station.name === name);
    return other !== undefined && (other.state !== state || other.cause !== cause);
  });
  return differing?.name ?? null;
}
