import { CancelledError, MutationObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient, cancelAndInvalidate } from '#console/api/query-client.ts';
import { checkRows } from '#console/inquiries/check-rows.ts';
import { COUNTED, type InquiryKey, changeRow, inquiryId } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { onSignIn } from '#console/session/tab-messages.ts';
import { ChangeQueue } from './change-queue.ts';
import { changeFollowUp } from './follow-up-calls.ts';
import { followUpOf } from './follow-up-queries.ts';
import { forgetSavedDrafts } from './follow-up-drafts.ts';
import { readUnsent } from './read-unsent.ts';
import { type By, type Change, type ListedFollowUp, isSo } from './standing.ts';
import { unsentKeeper, unsentTexts } from './unsent.ts';

// What people do about inquiries, kept for the page as a whole: what was begun goes on, and what failed is still there,
// when the inquiry is closed and opened again, and on the next page when this one is left.

/** Something that was just done, to be taken back by a second write. */
export interface LastChange {
  adminMail: string;
  sid: string;
  /** Its entry in the timeline. */
  entry: string;
  change: Change;
  to: By | null;
}

interface Kept {
  adminMail: string;
  sid: string;
  queue: ChangeQueue;
}

const kept = new Map<string, Kept>();
let last: LastChange | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function forget(): void {
  last = undefined;
  tell();
}

function queueOf(adminMail: string, sid: string): ChangeQueue {
  const key = inquiryId({ adminMail, sid });
  const there = kept.get(key);
  if (there) return there.queue;
  const options = followUpOf(adminMail, sid);
  const keep = unsentKeeper({ adminMail, sid });
  const queue = new ChangeQueue({
    read: () => untilRead(() => queryClient.ensureQueryData(options)),
    readAgain: () => untilRead(() => queryClient.fetchQuery({ ...options, staleTime: 0 })),
    write: async (body) => {
      const detail = await whileHere(
        new MutationObserver<FollowUpDetail>(queryClient, {
          mutationFn: () => changeFollowUp({ adminMail, sid }, body),
        }).mutate(),
      );
      followChange({ adminMail, sid });
      return detail;
    },
    held: () => queryClient.getQueryData(options.queryKey),
    show: (detail) => {
      queryClient.setQueryData(options.queryKey, detail);
      showInLists(adminMail, {
        ...detail.followUp,
        isSaving: queue.sent.some(({ state }) => state === 'waiting'),
      });
    },
    told: () => {
      keep(queue.sent);
      tell();
    },
  });
  kept.set(key, { adminMail, sid, queue });
  return queue;
}

/** So long after its calls were cut off a page that is left may still run, ms. */
const LEAVING_MS = 250;
let left = false;
addEventListener('pagehide', () => {
  left = true;
});
// As Back may bring it, out of the browser's memory.
addEventListener('pageshow', () => {
  left = false;
});

/** A page that is left hears that no answer came, whatever becomes of its calls: what waits is then the next page's. */
async function whileHere<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'network')
      await new Promise<void>((resolve) => setTimeout(() => !left && resolve(), LEAVING_MS));
    throw error;
  }
}

/** Reads again what the next change cancels (`make`). */
async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await whileHere(read());
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }
}

/** In every list that is held, as it is shown on the card. */
function showInLists(adminMail: string, followUp: ListedFollowUp): void {
  changeRow({ adminMail, sid: followUp.sid }, { followUp });
}

/** What lists and counts say follows, also of those that were on their way before it was made. */
function followChange(inquiry: InquiryKey): void {
  for (const queryKey of [...COUNTED, ['follow-up', 'snoozed']]) void cancelAndInvalidate(queryKey);
  checkRows(inquiry);
}

// Once, before this page asks for anything: whoever comes here has signed in (`claimStorage`).
for (const { adminMail, sid, sent } of readUnsent(unsentTexts())) {
  for (const one of sent) one.onMade = () => forgetSavedDrafts({ adminMail, sid }, one.change);
  queueOf(adminMail, sid).takeUp(sent);
}

onSignIn(async (person) => {
  for (const { adminMail, sid, queue } of kept.values()) {
    // What is read anew now knows nothing of it.
    await queryClient.cancelQueries({ queryKey: followUpOf(adminMail, sid).queryKey });
    void queue.signedIn(person);
  }
});

/** Retries changes that failed without a response. */
export function sendUnanswered(): void {
  for (const { queue } of kept.values()) void queue.reconnected();
}

// The compiler of components takes what is outside of them for unchanging: what reads and sets it is not in a hook.

async function make({
  adminMail,
  sid,
  change,
  to,
  by,
  from,
  onMade,
}: Pick<LastChange, 'adminMail' | 'sid' | 'change' | 'to'> & {
  by: By;
  from: string;
  onMade?: (() => void) | undefined;
}): Promise<boolean> {
  const { queryKey } = followUpOf(adminMail, sid);
  // An answer that is on its way knows nothing of it.
  await queryClient.cancelQueries({ queryKey });
  // A key that is held down, or a second click.
  const held = queryClient.getQueryData(queryKey);
  if (held && isSo(held, change, by)) return true;
  const id = crypto.randomUUID();
  last = change.kind === 'undo' ? undefined : { adminMail, sid, entry: id, change, to };
  const made = await queueOf(adminMail, sid).send({ id, change, at: Date.now(), by, to, from, onMade });
  if (!made && last?.entry === id) forget();
  return made;
}

/** @returns whether there was something, and it was taken back */
async function takeBackLast(by: By): Promise<boolean> {
  if (!last) return false;
  const { adminMail, sid, entry } = last;
  forget();
  return make({ adminMail, sid, change: { kind: 'undo', entry }, to: null, by, from: 'timeline' });
}

/**
 * Makes changes of an inquiry, each shown at once in the card and in every list. `from` names the part of the page that
 * says what became of its own: what failed is there for it also after the inquiry was closed and opened again.
 */
export function useFollowUpChange(adminMail: string, sid: string, from = 'contact') {
  const { id, name } = useSession().person;
  const queue = queueOf(adminMail, sid);
  const sent = useSyncExternalStore(subscribe, () => queue.sent);
  const mine = sent.filter((one) => one.from === from);
  const failed = mine.find(({ state }) => state === 'failed');

  /**
   * `onMade` is called once it is there, also when that takes another attempt, and the inquiry was closed meanwhile.
   * @returns whether it was made; what it failed by is `failure`, or the inquiry's conflict
   */
  const send = (change: Change, to: By | null = null, onMade?: () => void) =>
    make({ adminMail, sid, change, to, by: { id, name }, from, onMade });

  return {
    send,
    pending: mine.some(({ state }) => state === 'waiting'),
    failure: failed?.failure,
    /** What failed here, and who was to be handed it. */
    unsaved: failed && { change: failed.change, to: failed.to },
    /** What is not there yet: on its way, or failed. */
    asked: mine[0]?.change,
    /** Tries again what failed here, with the ids it had. */
    retry: () => queue.retry(from),
    /** Gives up what failed here. */
    discard: () => queue.discard(from),
    undo: (entry: string) => send({ kind: 'undo', entry }),
  };
}

/** Whether a change is shown and not confirmed yet: by its kind, or by the id of its entry. */
export function useUnconfirmed(adminMail: string, sid: string) {
  const queue = queueOf(adminMail, sid);
  const sent = useSyncExternalStore(subscribe, () => queue.sent);
  const waiting = sent.filter(({ state }) => state === 'waiting');
  return {
    isSaving: (...kinds: Change['kind'][]) => waiting.some(({ change }) => kinds.includes(change.kind)),
    isEntrySaving: (entry: string) => waiting.some(({ id }) => id === entry),
  };
}

/** Somebody else set the inquiry meanwhile: both versions, and the choice. */
export function useConflict(adminMail: string, sid: string) {
  const queue = queueOf(adminMail, sid);
  const conflict = useSyncExternalStore(subscribe, () => queue.conflict);
  return {
    conflict,
    putMine: () => queue.putMine(() => crypto.randomUUID(), Date.now()),
    leaveTheirs: () => queue.leaveTheirs(),
  };
}

/** What was done last, on whichever inquiry, while it can still be taken back in one go. */
export function useLastChange() {
  const { id, name } = useSession().person;
  const done = useSyncExternalStore(subscribe, () => last);
  /** Whether it is of this inquiry. */
  const isOf = ({ adminMail, sid }: { adminMail: string; sid: string }) =>
    done !== undefined && inquiryId(done) === inquiryId({ adminMail, sid });
  const undo = () => takeBackLast({ id, name });
  const isSaving = useSyncExternalStore(
    subscribe,
    () =>
      done !== undefined &&
      queueOf(done.adminMail, done.sid).sent.some((one) => one.id === done.entry && one.state === 'waiting'),
  );
  return { done, isSaving, isOf, undo, forget };
}

/** Another inquiry than the open one of which something could not be saved, and waits for the person there. */
export function useUnsavedElsewhere(open: { adminMail: string; sid: string } | undefined) {
  const here = open && inquiryId(open);
  const elsewhere = useSyncExternalStore(
    subscribe,
    () =>
      [...kept].find(
        ([key, { queue }]) => key !== here && queue.sent.some(({ state }) => state !== 'waiting'),
      )?.[1],
  );
  const sent = useSyncExternalStore(subscribe, () => elsewhere?.queue.sent);
  return (
    elsewhere && {
      adminMail: elsewhere.adminMail,
      sid: elsewhere.sid,
      /** Otherwise somebody else has set it meanwhile, and what is to stay is chosen there. */
      hasFailed: sent?.some(({ state }) => state === 'failed') ?? false,
      retry: () => void elsewhere.queue.retry(),
    }
  );
}
