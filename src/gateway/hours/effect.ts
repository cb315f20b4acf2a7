import type { Kysely } from 'kysely';
import { COMPARED_DAYS, type HoursEffect } from '#contract/desk/hours.ts';
import { DAY_MS } from '#contract/durations.ts';
import { type Hours, findDueAt } from '#contract/hours.ts';
import { findFirstAnswer, isInTime } from '#contract/response-clock.ts';
import { toFirstAnswer } from '#gateway/follow-up/state-columns.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { mailKey } from '#gateway/people/store.ts';

/** Compares the first answers of the last days with what other hours would have made of them. */
export async function fetchHoursEffect(
  db: Kysely<InquiryTables & FollowUpTables>,
  adminMail: string,
  hours: Hours,
  now: number,
): Promise<HoursEffect> {
  const rows = await db
    .selectFrom('inquiry')
    .innerJoin('follow_up', (join) =>
      join
        .onRef('follow_up.agency_key', '=', 'inquiry.agency_key')
        .onRef('follow_up.sid', '=', 'inquiry.sid'),
    )
    .select(['at', 'due_at', 'touched_at', 'touched_by', 'touched_how', 'contacted_at', 'contacted_by'])
    .where('inquiry.agency_key', '=', mailKey(adminMail))
    .where('gone_at', 'is', null)
    .where('at', '>=', now - COMPARED_DAYS * DAY_MS)
    .where('at', '<=', now)
    .execute();
  const answered = rows.flatMap(({ at, due_at: dueAt, ...columns }) => {
    const answer = findFirstAnswer(toFirstAnswer(columns));
    return answer ? [{ at, dueAt, answeredAt: answer.at }] : [];
  });
  return {
    answered: answered.length,
    inTime: answered.filter(({ answeredAt, dueAt }) => isInTime(answeredAt, dueAt)).length,
    inTimeWith: answered.filter(({ answeredAt, at }) => isInTime(answeredAt, findDueAt(at, hours))).length,
  };
}
