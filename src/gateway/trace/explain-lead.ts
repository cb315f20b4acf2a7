import type {
  Forecast,
  Station,
  TraceCause,
  TraceOutcome,
  TraceRemedy,
  TraceVerdict,
} from '#contract/desk/trace.ts';
import { RECENT_FAILURE_MS } from '#gateway/attempts/failing-topics.ts';
import { MISSED_AFTER_MS } from '#gateway/deliveries/missed.ts';
import { classifyAttempt, isAcceptedHere } from './attempt-causes.ts';
import { listStations } from './stations.ts';
import { type AgencyFacts, type InquiryFacts, type LeadFacts, type TopicFacts } from './lead-facts.ts';

interface LeadExplanation {
  /** null: the agency alone is asked about. */
  verdict: TraceVerdict | null;
  stations: Station[];
  forecast: Forecast;
  remedy: TraceRemedy;
}

/** Explains what happened to an inquiry, and what would happen to one that is made now. Pure. */
export function explainLead(facts: LeadFacts): LeadExplanation {
  const forecast = predict(facts);
  const remedy = forecast.causes[0] ? REMEDIES[forecast.causes[0]] : 'none';
  const { inquiry } = facts;
  if (!inquiry) return { verdict: null, stations: [], forecast, remedy };
  const { outcome, causes } = findOutcome(facts, inquiry);
  const verdict: TraceVerdict = {
    outcome,
    causes,
    notes: listNotes(inquiry, outcome),
    unknown: listUnknown(facts, inquiry, { outcome, causes }),
    remedy: chooseRemedy({ outcome, causes }, forecast),
  };
  return { verdict, stations: listStations(facts, inquiry, verdict), forecast, remedy };
}

type Outcome = Pick<TraceVerdict, 'outcome' | 'causes'>;

function findOutcome(facts: LeadFacts, inquiry: InquiryFacts): Outcome {
  const { at, index, messages, isErased } = inquiry;
  if (isErased) return { outcome: 'missing', causes: ['erased'] };
  if (!index || index.goneAt !== null) return findMissingOutcome(facts, inquiry);
  const made = at ?? index.firstSeenAt;
  const [first] = messages;
  if (first && first.at - made <= MISSED_AFTER_MS) return { outcome: 'arrived', causes: [] };
  const causes = findWebhookCauses(facts, inquiry, first?.at ?? Infinity);
  if (first) return { outcome: 'late', causes };
  return {
    outcome: causes.length === 0 && facts.now - made <= MISSED_AFTER_MS ? 'waiting' : 'found',
    causes,
  };
}

function findMissingOutcome(facts: LeadFacts, inquiry: InquiryFacts): Outcome {
  const missing = (cause: TraceCause): Outcome => ({ outcome: 'missing', causes: [cause] });
  const { agency, now, keptSince } = facts;
  const agencyCause = findAgencyCause(agency);
  if (agencyCause) return missing(agencyCause);
  if (inquiry.index) return missing('hidden');
  if (inquiry.isAtService === false) return missing('not-at-service');
  if (inquiry.isAtService === null || inquiry.at === null) return { outcome: 'unknown', causes: [] };
  if (inquiry.at < keptSince) return missing('past-retention');
  if (agency.failingSince !== null) return missing('sweep-failing');
  const isPending = agency.sweptAt === null || inquiry.at >= agency.sweptAt;
  if (!isPending) return { outcome: 'missing', causes: [] };
  return { outcome: now - inquiry.at <= MISSED_AFTER_MS ? 'waiting' : 'missing', causes: ['sweep-pending'] };
}

/** Finds the cause for which the service does not list the agency; undefined: it does. */
function findAgencyCause({ isListed, goneAt, invitation }: AgencyFacts): TraceCause | undefined {
  if (isListed && goneAt === null) return undefined;
  if (goneAt !== null || invitation === 'ended' || invitation === 'registered') return 'disassociated';
  return invitation === null ? 'not-associated' : 'never-registered';
}

/** The service also lists agencies that were invited and have not registered. */
const findInvitationCause = ({ invitation }: AgencyFacts): TraceCause | undefined =>
  invitation === 'sending' || invitation === 'sent' ? 'never-registered' : undefined;

/** Finds the causes for which no message of the inquiry was accepted before `until`. Each fits; empty: not known. */
function findWebhookCauses(
  { agency, topic }: LeadFacts,
  { at, attempts, refusals, messages, topicThen }: InquiryFacts,
  until: number,
): TraceCause[] {
  if (at !== null && agency.addedAt !== null && at < agency.addedAt) return ['before-agency'];
  const failed = (attempts ?? []).filter((attempt) => attempt.at < until && !isAcceptedHere(attempt));
  const causes = new Set(failed.map((attempt) => classifyAttempt(attempt, refusals)));
  if (causes.size > 0) return [...causes];
  if (topicThen === 'off') return ['topic-off'];
  if (topicThen === 'elsewhere') return ['topic-elsewhere'];
  const changedSince = topic ? findTopicCause(topic) : undefined;
  // No message was made, although the console had switched the topic on: somebody else switched it off.
  if (attempts?.length === 0) return topicThen === 'here' ? ['topic-off'] : listPresent(changedSince);
  if (attempts) return [];
  // The service does not say whose message was refused, so that each refusal fits.
  const hookId = messages[0]?.hookId;
  const reasons = refusals
    .filter((refusal) => refusal.at < until && (hookId === undefined || refusal.hookId === hookId))
    .map(({ reason }) => reason);
  return [...new Set([...reasons, ...listPresent(changedSince)])];
}

const listPresent = (cause: TraceCause | undefined): TraceCause[] => (cause ? [cause] : []);

/** Finds the cause for which the topic does not send here now; undefined: it does. */
function findTopicCause({ settings, lastActive, lastAttempt }: TopicFacts): TraceCause | undefined {
  if (!settings) return 'topic-missing';
  if (!settings.isHere) return 'topic-elsewhere';
  if (settings.isActive) return undefined;
  return lastActive === true && lastAttempt?.outcome === 'suspended' ? 'suspended' : 'topic-off';
}

function predict({ agency, inquiry, topic, now, isClockOff }: LeadFacts): Forecast {
  const agencyCause = findAgencyCause(agency) ?? (inquiry ? undefined : findInvitationCause(agency));
  if (agencyCause) return { way: 'none', causes: [agencyCause] };
  if (isClockOff) return { way: 'none', causes: ['age'] };
  const isRead = agency.failingSince === null;
  if (!topic) return isRead ? { way: 'unknown', causes: [] } : { way: 'none', causes: ['sweep-failing'] };
  const cause = findTopicCause(topic) ?? findFailure(topic, now);
  if (!cause) return { way: 'webhook', causes: [] };
  return isRead ? { way: 'list', causes: [cause] } : { way: 'none', causes: [cause, 'sweep-failing'] };
}

/** Finds the cause for which the newest message did not come; undefined: one came after it. */
function findFailure(
  { lastHeardAt, lastRefusal, lastAttempt }: TopicFacts,
  now: number,
): TraceCause | undefined {
  const isNews = (at: number) => at > (lastHeardAt ?? 0) && now - at <= RECENT_FAILURE_MS;
  if (lastRefusal && isNews(lastRefusal.at)) return lastRefusal.reason;
  if (!lastAttempt || isAcceptedHere(lastAttempt) || !isNews(lastAttempt.at)) return undefined;
  return classifyAttempt(lastAttempt, []);
}

function listNotes({ messages, audience }: InquiryFacts, outcome: TraceOutcome): TraceVerdict['notes'] {
  const isShown = outcome === 'arrived' || outcome === 'late' || outcome === 'found';
  return [
    ...(messages.some(({ receivedCount }) => receivedCount > 1) ? (['repeated'] as const) : []),
    ...(isShown && audience.hidden.length > 0 ? (['limited'] as const) : []),
  ];
}

function listUnknown(
  { topic }: LeadFacts,
  { attempts, topicThen, isAtService }: InquiryFacts,
  { outcome, causes }: Outcome,
): TraceVerdict['unknown'] {
  if (outcome === 'unknown') return ['service'];
  const isExplained = outcome === 'arrived' || outcome === 'waiting' || causes.length === 1;
  if (isExplained) return [];
  return [
    ...(topic === null || isAtService === null ? (['service'] as const) : []),
    ...(topicThen === 'unknown' ? (['topic-then'] as const) : []),
    ...(attempts === null ? (['attempts'] as const) : []),
  ];
}

/** The remedy of each cause while it holds. */
const REMEDIES: Record<TraceCause, TraceRemedy> = {
  'topic-missing': 'configure-topic',
  'topic-off': 'switch-on',
  'topic-elsewhere': 'point-here',
  suspended: 'switch-on',
  signature: 'set-secret',
  'no-secret': 'set-secret',
  age: 'check-clock',
  topic: 'configure-topic',
  malformed: 'ask-service',
  'callback-failed': 'check-callback',
  'callback-slow': 'check-callback',
  certificate: 'check-callback',
  unreachable: 'check-callback',
  'private-address': 'check-callback',
  'unreadable-secret': 'set-secret',
  'before-agency': 'none',
  'never-registered': 'remind',
  'not-associated': 'invite',
  disassociated: 'invite',
  erased: 'none',
  hidden: 'none',
  'past-retention': 'none',
  'not-at-service': 'ask-service',
  'sweep-failing': 'check-connection',
  'sweep-pending': 'wait',
};

/** A cause of webhooks is mended where it still holds; what is missing always is. */
function chooseRemedy({ outcome, causes: [cause] }: Outcome, forecast: Forecast): TraceRemedy {
  if (outcome === 'waiting') return 'wait';
  if (outcome === 'unknown') return 'check-connection';
  if (outcome === 'missing') return cause ? REMEDIES[cause] : 'ask-service';
  return cause && forecast.causes.includes(cause) ? REMEDIES[cause] : 'none';
}
