import { QueryObserver } from '@tanstack/react-query';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { isSnoozeExpired, isSnoozed } from '#contract/follow-up-state.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { lastAgency } from '#console/agency-select/last-agency.ts';
import { snoozedFollowUpsQuery } from '#console/follow-up/follow-up-queries.ts';
import { noticeReturn } from './notices.ts';
import { addWaiting, keepBack } from './waiting.ts';

// What rested comes back at its time, whatever its age: nobody tells of it but the clock.

/** The first screen is left alone for so long, ms. */
const LATER_MS = 3000;
/** A timer that is longer ends at once. */
const LONGEST_MS = 2_147_483_647;

/** Watches what rests at the person's agencies: theirs, and what nobody took. @returns what ends it */
export function startReturns(session: Session): () => void {
  const { person, agencies, may } = session;
  if (!may.includes('listFollowUps')) return () => {};
  let ends: (() => void)[] = [];
  const later = setTimeout(() => {
    const last = lastAgency(session);
    const watched = agencies ?? (last ? [last] : []);
    ends = watched.map((agency) => watchReturns(agency, person.id));
  }, LATER_MS);
  return () => {
    clearTimeout(later);
    for (const end of ends) end();
  };
}

function watchReturns(agency: string, me: string): () => void {
  const observer = new QueryObserver(queryClient, { ...snoozedFollowUpsQuery(agency), meta: BACKGROUND });
  const startedAt = Date.now();
  /** By sid, with the time of its return: it may be put off again. */
  const told = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const now = Date.now();
    const held = observer.getCurrentResult().data?.followUps;
    if (!held) return;
    const mine = held.filter((followUp) => isSnoozed(followUp, now) && (followUp.claimedBy?.id ?? me) === me);
    const back = mine.filter((followUp) => isSnoozeExpired(followUp, now));
    for (const one of back) {
      const key = `${one.sid} ${one.snoozedUntil}`;
      if ((one.snoozedUntil ?? 0) < startedAt || told.has(key)) continue;
      told.add(key);
      addWaiting(agency, one.sid, { back: true });
      noticeReturn({ adminMail: agency, sid: one.sid }, key);
    }
    keepBack(agency, new Set(back.map(({ sid }) => sid.toUpperCase())));
    const next = nextOf(mine, now);
    if (next !== undefined) timer = setTimeout(check, Math.min(next - now + 1, LONGEST_MS));
  };
  const end = observer.subscribe(check);
  check();
  return () => {
    end();
    clearTimeout(timer);
  };
}

/** When the next one returns, ms since 1970. */
function nextOf(followUps: readonly FollowUp[], now: number): number | undefined {
  const times = followUps.map(({ snoozedUntil }) => snoozedUntil ?? 0).filter((at) => at > now);
  return times.length > 0 ? Math.min(...times) : undefined;
}
