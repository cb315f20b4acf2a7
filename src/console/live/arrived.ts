import type { Session } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';
import { newInquiriesQuery } from '#console/inquiries/inquiries-queries.ts';
import { NEW_MS, isOfInterest } from './interest.ts';
import { readNoticeSettings } from './notice-settings.ts';
import { whenArrived } from './live.ts';
import { addWaiting } from './unread-badge.ts';

// What arrives at the person's agencies waits until it is looked at, also where no list would show it.

/** Arrivals that come in a crowd are read together, ms. */
const BETWEEN_MS = 1000;

/** @returns what ends it */
export function startArrived(session: Session): () => void {
  /** Sids, upper-case, by agency. */
  let told = new Map<string, Set<string>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  const read = () => {
    timer = undefined;
    readAt = Date.now();
    for (const [adminMail, sids] of told) void countNew(adminMail, sids);
    told = new Map();
  };
  const deafen = whenArrived(({ adminMail, sid }) => {
    if (!isOfInterest(session, adminMail)) return;
    if (!readNoticeSettings(session.person.id).badge) return;
    const sids = told.get(adminMail) ?? new Set();
    told.set(adminMail, sids.add(sid.toUpperCase()));
    timer ??= setTimeout(read, Math.max(0, readAt + BETWEEN_MS - Date.now()));
  });
  return () => {
    deafen();
    clearTimeout(timer);
  };
}

/** Of those that were told of, the ones that are new. */
async function countNew(adminMail: string, sids: ReadonlySet<string>): Promise<void> {
  try {
    const { rows } = await queryClient.fetchQuery(
      newInquiriesQuery({ agencia: [adminMail] }, Date.now() - NEW_MS),
    );
    for (const { sid, entry } of rows) {
      const isNew = Date.now() - Date.parse(entry.Momento) < NEW_MS;
      if (sid && sids.has(sid.toUpperCase()) && isNew) addWaiting(adminMail, sid);
    }
  } catch {
    // What cannot be read is not counted; the list says that it cannot.
  }
}
