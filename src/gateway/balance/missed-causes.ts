import type { MissedCause } from '#contract/desk/balance.ts';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import { MADE_AFTER_REFUSAL_MS, MADE_BEFORE_REFUSAL_MS } from '#gateway/deliveries/missed.ts';
import type { TopicPeriod } from '#gateway/webhooks/topic-periods.ts';

/** A time, its end excluded, in which messages that were missed have the same cause. */
export interface CausePeriod {
  from: number;
  to: number;
  cause: MissedCause;
}

export interface Refusal {
  at: number;
  reason: RefusalReason;
}

/** Divides the periods of a topic by the causes of missed messages; the first refusal after an inquiry counts. */
export function listCausePeriods(
  topicPeriods: readonly TopicPeriod[],
  refusals: readonly Refusal[],
): CausePeriod[] {
  const refused = refusals
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, reason }): CausePeriod => ({
      from: at - MADE_BEFORE_REFUSAL_MS,
      to: at + MADE_AFTER_REFUSAL_MS,
      cause: reason,
    }));
  return joinEqual(
    topicPeriods.flatMap(({ from, to, state }) =>
      state === 'here' ? divide({ from, to }, refused) : [{ from, to, cause: state }],
    ),
  );
}

/** Divides a period in which the topic sent here by refusals, in order; `unknown` between them. */
function divide({ from, to }: { from: number; to: number }, refused: readonly CausePeriod[]): CausePeriod[] {
  const parts: CausePeriod[] = [];
  let end = from;
  for (const refusal of refused) {
    const start = Math.max(refusal.from, end);
    const stop = Math.min(refusal.to, to);
    if (start >= stop) continue;
    if (start > end) parts.push({ from: end, to: start, cause: 'unknown' });
    parts.push({ from: start, to: stop, cause: refusal.cause });
    end = stop;
  }
  return end < to ? [...parts, { from: end, to, cause: 'unknown' }] : parts;
}

function joinEqual(periods: readonly CausePeriod[]): CausePeriod[] {
  const joined: CausePeriod[] = [];
  for (const period of periods) {
    const last = joined.at(-1);
    if (last?.cause === period.cause && last.to === period.from) last.to = period.to;
    else joined.push({ ...period });
  }
  return joined;
}

/** The cause at an instant, in periods that are in order. */
export function findCause(periods: readonly CausePeriod[], at: number): MissedCause {
  let [low, high] = [0, periods.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((periods[middle]?.to ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const period = periods[low];
  return period && period.from <= at ? period.cause : 'unknown';
}
