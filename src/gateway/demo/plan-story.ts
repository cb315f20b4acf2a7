import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { dayAt, startOfDay } from '#contract/window.ts';
import type { Entry } from '#gateway/follow-up/state-columns.ts';
import { type PlanOptions, planFollowUp, planSnooze, planWaiting } from './follow-up-plan.ts';

// The plan chooses the inquiries that wait, were put aside or were closed together at the end of the story.

export interface StoryInquiry {
  agency_key: string;
  sid: string;
  at: number;
  /** Due time; null: its agency is never open. */
  dueAt: number | null;
  /** The options of its agency. */
  options: PlanOptions;
}

export interface PlannedFollowUp {
  inquiry: StoryInquiry;
  entries: Entry[];
}

interface StoryTime {
  now: number;
  zone: string;
}

/** Inquiries that nobody has answered, by their due time; all came in these days. */
const WAITING = { days: 5, inTime: 23, lateToday: 6, lateBefore: 3, atLeast: 22 };
/** Inquiries whose snooze has ended, and ends today. */
const RETURNED = 8;
const RETURNING = 5;

/** Plans the follow-up of all inquiries. `inquiries`: by time. */
export function planStory(inquiries: readonly StoryInquiry[], time: StoryTime): PlannedFollowUp[] {
  const waiting = chooseWaiting(inquiries, time);
  const asides = planAsides(
    inquiries.filter(({ sid }) => !waiting.has(sid)),
    time,
  );
  return inquiries.map((inquiry) => ({
    inquiry,
    entries: waiting.has(inquiry.sid)
      ? planWaiting(inquiry, inquiry.options)
      : (asides.get(inquiry.sid) ?? planFollowUp(inquiry, inquiry.options)),
  }));
}

/** Chooses the inquiries that nobody has answered. @returns their sids */
function chooseWaiting(inquiries: readonly StoryInquiry[], { now, zone }: StoryTime): Set<string> {
  const today = startOfDay(dayAt(now, zone), zone);
  const latestFirst = inquiries
    .filter(({ at, dueAt }) => dueAt !== null && at >= now - WAITING.days * DAY_MS)
    .map(({ sid, at, dueAt }) => ({ sid, at, dueAt: dueAt ?? 0 }))
    .toSorted((a, b) => b.dueAt - a.dueAt || b.at - a.at);
  const inTime = latestFirst.filter(({ dueAt }) => dueAt > now).slice(0, WAITING.inTime);
  const isToday = ({ dueAt }: { dueAt: number }) => dueAt <= now && dueAt >= today;
  const lateToday = takeEach(2, latestFirst.filter(isToday)).slice(0, WAITING.lateToday);
  // Early in the day, and on closed days, there are fewer of the others.
  const others = inTime.length + lateToday.length;
  const lateBefore = takeEach(
    5,
    latestFirst.filter(({ dueAt }) => dueAt < today),
  ).slice(0, Math.max(WAITING.lateBefore, WAITING.atLeast - others));
  return new Set([...inTime, ...lateToday, ...lateBefore].map(({ sid }) => sid));
}

/** Plans those that were put aside until today: some have returned, some will. @returns their entries by sid */
function planAsides(inquiries: readonly StoryInquiry[], { now, zone }: StoryTime): Map<string, Entry[]> {
  const today = startOfDay(dayAt(now, zone), zone);
  // Before opening time, they returned yesterday evening.
  const opening = now > today + 10 * HOUR_MS ? today + 9 * HOUR_MS : today - 7 * HOUR_MS;
  const ends = [
    ...Array.from({ length: RETURNED }, (_, index) => opening + index * 7 * MINUTE_MS),
    ...Array.from({ length: RETURNING }, (_, index) => now + (index + 1) * 45 * MINUTE_MS),
  ];
  const planned = new Map<string, Entry[]>();
  const recent = inquiries.filter(({ at }) => at >= now - 6 * DAY_MS && at < now - 2 * DAY_MS);
  for (const inquiry of takeEach(7, recent)) {
    const until = ends[planned.size];
    if (until === undefined) break;
    const entries = planSnooze(inquiry, until, inquiry.options);
    if (entries) planned.set(inquiry.sid, entries);
  }
  return planned;
}

/** Inquiries that a person closed at once. */
export interface ClosedTogether {
  at: number;
  by: string;
  rows: { agency_key: string; sid: string; entry: string }[];
}

const MAX_CLOSED = 14;

/** Lets somebody close inquiries together that were closed one by one on these days. Changes the entries of the plan. */
export function closeTogether(
  planned: readonly PlannedFollowUp[],
  by: string,
  { now, zone }: StoryTime,
): ClosedTogether {
  const at = startOfDay(dayAt(now - 2 * DAY_MS, zone), zone) + 18 * HOUR_MS;
  const rows: ClosedTogether['rows'] = [];
  for (const { inquiry, entries } of planned) {
    const [last, previous] = [entries.at(-1), entries.at(-2)];
    if (last?.person_id !== by || last.change.kind !== 'status' || last.change.lostReason !== 'no-answer')
      continue;
    if (Math.abs(last.at - at) > 3 * DAY_MS || (previous?.at ?? inquiry.at) >= at) continue;
    last.at = at;
    rows.push({ agency_key: inquiry.agency_key, sid: inquiry.sid, entry: last.id });
    if (rows.length === MAX_CLOSED) break;
  }
  return { at, by, rows };
}

const takeEach = <T>(step: number, list: readonly T[]): T[] => list.filter((_, index) => index % step === 0);
