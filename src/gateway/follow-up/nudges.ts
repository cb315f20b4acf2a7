import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { isActionDue } from '#contract/follow-up/follow-up-state.ts';
import { NUDGE_INTERVAL_MS, type NudgeChange } from '#contract/follow-up/nudge-change.ts';
import type { Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { toState } from './state-columns.ts';
import type { Tables } from './store.ts';
import type { FollowUpRow } from './tables.ts';

/**
 * Checks that a nudge reaches the owner of an inquiry that waits.
 * @throws ProblemError `invalid-request` for the person themself; `changed-meanwhile` for another person than the owner, or
 * where nothing is due; `nudged-lately`
 */
// decided: inquiries without an owner are handed over first, which notifies somebody and gives them the work.
export async function assertNudge(
  transaction: Transaction<Tables>,
  followUp: FollowUpRow,
  { person, change: { to } }: { person: Person; change: z.infer<typeof NudgeChange> },
  now: number,
): Promise<void> {
  if (to === person.id) throw createProblem('invalid-request', { errors: { 'change.to': ['invalid'] } });
  const { changed_at: changedAt, claimed_by } = followUp;
  if (claimed_by !== to || !isActionDue({ ...toState(followUp), changedAt }, now))
    throw createProblem('changed-meanwhile');
  const recent = await transaction
    .selectFrom('follow_up_entry')
    .select('change')
    .where((eb) => eb.and({ agency_key: followUp.agency_key, sid: followUp.sid }))
    .where('at', '>', now - NUDGE_INTERVAL_MS)
    .execute();
  const nudges = recent.map(({ change }) => JSON.parse(change) as RecordedChange);
  if (nudges.some((change) => change.kind === 'nudge' && change.to === to))
    throw createProblem('nudged-lately');
}
