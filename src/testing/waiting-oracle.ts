import type { FollowUp, FollowUps } from '#contract/desk/follow-up.ts';
import { isClosed, isHandled, isSnoozeActive, isSnoozeExpired } from '#contract/follow-up/follow-up-state.ts';
import { type Hours, findDueAt } from '#contract/hours.ts';
import type { Consulta } from '#contract/inquiries.ts';
import { dueSpans } from '#contract/overview.ts';
import type { Tolerant } from '#contract/reading.ts';
import { sidOf } from '#contract/sid.ts';
import { URGENCIES, type Urgency } from '#contract/views.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';

// Test oracle of waiting and late inquiries in memory.

export type OracleInquiry = Tolerant<typeof Consulta>;

/** Follow-ups and seen marks by sid, case-insensitive. */
export interface FollowUpIndex {
  followUp(sid: string): FollowUp | undefined;
  isSeen(sid: string): boolean;
}

/** Inputs of views and facets besides the inquiries. */
export interface QueryContext {
  /** Undefined: not loaded. */
  followUpIndex: FollowUpIndex | undefined;
  /** The person's id. */
  me: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Opening hours of the agency; undefined: unknown, so nothing is overdue. */
  hours: Hours | undefined;
  /** IANA time zone of today. */
  zone: string;
}

export function createFollowUpIndex({ followUps, seen }: FollowUps): FollowUpIndex {
  const bySid = new Map(followUps.map((followUp) => [followUp.sid.toUpperCase(), followUp]));
  const seenSids = new Set(seen.map((sid) => sid.toUpperCase()));
  return {
    followUp: (sid) => bySid.get(sid.toUpperCase()),
    isSeen: (sid) => seenSids.has(sid.toUpperCase()),
  };
}

/** Data derived from an inquiry without its follow-up; cached. */
export interface DerivedData {
  sid: string | undefined;
  /** Momento, ms since 1970; -Infinity if invalid. */
  at: number;
  /** Due time for the hours of the last call. */
  due: { hours: Hours; at: number | undefined } | undefined;
}

const derivedData = new WeakMap<OracleInquiry, DerivedData>();

export function getDerivedData(entry: OracleInquiry): DerivedData {
  let derived = derivedData.get(entry);
  if (!derived) {
    const at = Date.parse(entry.Momento);
    derived = { sid: sidOf(entry), at: Number.isNaN(at) ? -Infinity : at, due: undefined };
    derivedData.set(entry, derived);
  }
  return derived;
}

/** Due time; Infinity: none. */
function getDueTime(derived: DerivedData, hours: Hours | undefined): number {
  if (!hours || derived.at === -Infinity) return Infinity;
  if (derived.due?.hours !== hours) derived.due = { hours, at: findDueAt(derived.at, hours) };
  return derived.due.at ?? Infinity;
}

/** Returns true if its due time has passed, answered or not. */
export const isOverdue = (derived: DerivedData, { hours, now }: QueryContext) =>
  getDueTime(derived, hours) <= now;

/** Returns true if it was never answered and is overdue for long. */
export const isLongOverdue = (derived: DerivedData, followUp: FollowUp | undefined, context: QueryContext) =>
  !isHandled(followUp) && isOverdue(derived, { ...context, now: dueSpans(context)['tarde-vieja'][1] });

export function rankUrgency(
  derived: DerivedData,
  followUp: FollowUp | undefined,
  context: QueryContext,
): number {
  const { now, zone, hours } = context;
  const due = getDueTime(derived, hours);
  const spans = dueSpans(context);
  const isIn = ([after, until]: readonly [number, number]) => due > after && due <= until;
  const urgency = (): Urgency => {
    if (isHandled(followUp) || isLongOverdue(derived, followUp, context)) return 'returned';
    if (isIn(spans['por-vencer'])) return 'soon';
    if (isIn(spans['tarde-hoy'])) return 'late';
    return derived.at >= startOfDay(addDays(dayAt(now, zone), -1), zone) ? 'recent' : 'other';
  };
  return URGENCIES.indexOf(urgency());
}

/** Open, not snoozed, and not handled or with an expired snooze. An import sets a status without a touch or contact. */
export function isWaiting(followUp: FollowUp | undefined, now: number): boolean {
  return (
    !isClosed(followUp) &&
    !isSnoozeActive(followUp, now) &&
    (!isHandled(followUp) || isSnoozeExpired(followUp, now))
  );
}

export const findFollowUp = (followUpIndex: FollowUpIndex | undefined, { sid }: DerivedData) =>
  sid ? followUpIndex?.followUp(sid) : undefined;
