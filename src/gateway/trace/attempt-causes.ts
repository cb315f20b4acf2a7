import { findAttemptCause } from '#contract/attempts.ts';
import type { TraceCause } from '#contract/desk/trace.ts';
import { findRefusal } from '#gateway/attempts/refusals.ts';
import type { AttemptFact, InquiryFacts } from './lead-facts.ts';

export const isAcceptedHere = ({ outcome, isHere }: AttemptFact) => outcome === 'delivered' && isHere;

/** Names the cause for which an attempt did not bring its message here. */
export function classifyAttempt(attempt: AttemptFact, refusals: InquiryFacts['refusals']): TraceCause {
  if (!attempt.isHere) return 'topic-elsewhere';
  return findRefusal(attempt, refusals)?.reason ?? findAttemptCause(attempt);
}

/** The last attempt that did not bring its message. One whose answer alone was lost did: its message came again. */
export function findLastFailure({ attempts, messages }: InquiryFacts): AttemptFact | undefined {
  const repeated = new Set(
    messages.filter(({ receivedCount }) => receivedCount > 1).map(({ hookId }) => hookId),
  );
  return attempts?.findLast((attempt) => !isAcceptedHere(attempt) && !repeated.has(attempt.hookId));
}
