import type { Query, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { LiveData, Looking } from '#contract/desk/live.ts';
import { type Session, sessionRows } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { isRetryable } from '#console/api/failure.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { checkRows } from '#console/inquiries/check-rows.ts';
import { GAINED, type InquiryKey } from '#console/inquiries/inquiries-queries.ts';
import { type Line, NO_LINE, followLine, isLive } from './line.ts';
import { noticeArrival } from './notices.ts';
import { OF_THE_INBOX, staleBy } from './stale.ts';
import type { LiveEvent } from './stream.ts';

// What happens, for the parts of the page that show it.

/** Changes of one kind come together: so long they are gathered, ms. */
const GATHERED_MS = 80;
/** Lists are read again this seldom while changes keep coming, ms. */
const BETWEEN_MS = 1000;
/** A page that is shown again tells it twice, by visibility and by focus: within this time once is enough, ms. */
const ONCE_MS = 2000;

/** So long after it was written the gateway tells of an own change, ms. */
const OWN_MS = 3000;

let live = false;
const lines = new Set<() => void>();
const connectionListeners = new Set<() => void>();
const arrivalListeners = new Set<(arrived: InquiryKey) => void>();

/** Whether new inquiries come by themselves; where they do not, they are to be asked for. */
export function isLiveNow(): boolean {
  return live;
}

export function whenLineChanges(listener: () => void): () => void {
  lines.add(listener);
  return () => lines.delete(listener);
}

/** Calls the listener whenever the stream of events is opened, even if no webhook reaches the gateway. */
export function whenConnected(listener: () => void): () => void {
  connectionListeners.add(listener);
  return () => connectionListeners.delete(listener);
}

export function useIsLive(): boolean {
  return useSyncExternalStore(whenLineChanges, isLiveNow);
}

/** Tells of each inquiry that arrives, or is sent again. */
export function whenArrived(listener: (arrived: InquiryKey) => void): () => void {
  arrivalListeners.add(listener);
  return () => arrivalListeners.delete(listener);
}

export const lookingKey = (adminMail: string, sid: string): QueryKey => [
  'looking',
  adminMail.toLowerCase(),
  sid.toUpperCase(),
];

/** Follows what happens for who is signed in. @returns what ends it */
export function startLive({ person }: Session): () => void {
  let line: Line = NO_LINE;
  let wasConnected = false;
  let againAt = 0;
  const stale = staleQueries();

  const again = () => {
    if (document.visibilityState === 'hidden' || Date.now() - againAt < ONCE_MS) return;
    againAt = Date.now();
    stale.add(OF_THE_INBOX);
    checkRows();
  };
  const changed = (next: Line) => {
    line = next;
    const now = isLive(line, Date.now());
    if (now !== live) {
      live = now;
      for (const listener of lines) listener();
      // What came while nobody told of it; or whether the gateway is there at all.
      if (live) again();
      else stale.add([GAINED]);
    }
    // What happened before the stream began, or while it was lost.
    if (line.connected && !wasConnected) {
      for (const listener of connectionListeners) listener();
      again();
    }
    wasConnected = line.connected;
  };
  const heard = (event: LiveEvent, leads: boolean) => {
    if (event.kind === 'looking') {
      const { adminMail, sid, people } = event.data;
      queryClient.setQueryData<Looking>(lookingKey(adminMail, sid), (held) => held && { people });
      return;
    }
    if (event.kind === 'inquiry') {
      for (const listener of arrivalListeners) listener(event.data);
      if (leads) noticeArrival(event.data);
    }
    if (event.kind === 'follow-up') {
      if (isOwn(event.data, person.id)) return;
      checkRows(event.data);
    }
    stale.add(staleBy(event));
    if (event.kind === 'reset') {
      checkRows();
      // Rights may have changed.
      void queryClient.refetchQueries({ type: 'active', predicate: isRefused });
    }
  };
  const refused = () => {
    // Of an end of the session the query client tells the shell.
    void queryClient
      .fetchQuery({
        queryKey: ['session', 'standing'],
        queryFn: () => call(sessionRows.viewSession, { isBackground: true }),
        staleTime: 0,
      })
      .catch(() => {});
  };
  const end = followLine(person.id, { heard, changed, refused, woke: again });
  const left = () => {
    againAt = 0;
  };
  const looked = () => {
    if (document.visibilityState === 'hidden') {
      left();
      return;
    }
    again();
    // What changed while nobody looked. Pages of inquiries are not among it: their rows stay where they are.
    const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isHeldOld });
    stale.add(shown.map(({ queryKey }) => queryKey));
  };
  document.addEventListener('visibilitychange', looked);
  addEventListener('focus', looked);
  addEventListener('blur', left);
  return () => {
    end();
    stale.stop();
    document.removeEventListener('visibilitychange', looked);
    removeEventListener('focus', looked);
    removeEventListener('blur', left);
    changed(NO_LINE);
  };
}

function isHeldOld({ state, queryKey: [room, kind] }: Query): boolean {
  return state.isInvalidated && !(room === 'inquiries' && kind === 'page');
}

/** It has no data, only a refusal: a refetch would replace the message by a placeholder while somebody clicks on it. */
function isRefused({ state: { data, error } }: Query): boolean {
  return data === undefined && error !== null && !isRetryable(error);
}

/**
 * What this tab has just written is shown already. A version alone does not tell: notes and touches, which nobody can set
 * over each other, leave it as it is.
 */
function isOwn({ adminMail, sid, version, by }: LiveData<'follow-up'>, me: string): boolean {
  if (by !== me) return false;
  const now = Date.now();
  const wrote = queryClient
    .getMutationCache()
    .getAll()
    .some(({ state }) => now - state.submittedAt < OWN_MS);
  const key = ['follow-up', 'one', adminMail.toLowerCase(), sid.toUpperCase()];
  const held = queryClient.getQueryData<FollowUpDetail>(key);
  return wrote && held !== undefined && held.followUp.version >= version;
}

/** Reads again what became old, gathered, and never while a change of the person's own is on its way. */
function staleQueries() {
  const keys = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  const read = () => {
    timer = undefined;
    if (queryClient.isMutating() > 0) {
      wait(GATHERED_MS);
      return;
    }
    readAt = Date.now();
    for (const queryKey of keys.values()) readByItself(queryKey);
    keys.clear();
  };
  const wait = (ms: number) => {
    timer ??= setTimeout(read, ms);
  };
  return {
    add(more: readonly QueryKey[]) {
      for (const key of more) keys.set(JSON.stringify(key), key);
      if (keys.size > 0) wait(Math.max(GATHERED_MS, readAt + BETWEEN_MS - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Reads again what is shown of it, in the page's own name; the rest when it is shown next. */
function readByItself(queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    query.invalidate();
    if (!query.isActive() || document.visibilityState === 'hidden' || isRefused(query)) continue;
    // Until a person has it read again.
    query.setOptions({ ...query.options, meta: BACKGROUND });
    // Whoever shows it tells of a failure; what was read before stays.
    void refetch(query.queryKey);
  }
}

/** An answer that is on its way is too old. */
async function refetch(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  await queryClient.refetchQueries({ queryKey, exact: true });
}
