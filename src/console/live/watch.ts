import { Failure } from '#console/api/failure.ts';
import type { InquiryPage } from '#console/inquiries/inquiries-queries.ts';
import { askIn } from './freshness.ts';
import { type News, hearNews, isLiveNow, whenLineChanges } from './live.ts';

/** What was read beside the rows that are shown. */
export interface Read {
  /** The first page of the list, as it is now. */
  newest: InquiryPage;
  /** The page that is shown, where that is another. */
  same: InquiryPage | undefined;
}

export interface Watched {
  /** What was read when the list was read beside for the first time. */
  first: Read | undefined;
  last: Read | undefined;
  /** When it was, ms since 1970; 0: not yet. */
  at: number;
  /** How often in a row it could not be read since. */
  misses: number;
  failure: Error | undefined;
  /** The `last` was asked for by this page's clock, and not because the gateway told of something. */
  polled: boolean;
}

export const UNWATCHED: Watched = {
  first: undefined,
  last: undefined,
  at: 0,
  misses: 0,
  failure: undefined,
  polled: false,
};

/** Arrivals that come in a crowd are read together, ms. */
const BETWEEN_MS = 1000;

/**
 * Reads a list beside what is shown of it: at once, unless what is shown was read just before; when one arrives, when the
 * page comes back, and by the clock while the page is looked at: every half minute where nobody tells of arrivals.
 * @returns what reads it now, and what ends it
 */
export function watchList(
  agencia: string,
  /** `readAt`: when what is shown was read, ms since 1970. */
  { read, readAt }: { read: () => Promise<Read>; readAt: number },
  show: (watched: Watched) => void,
): { check: () => void; stop: () => void } {
  let watched = UNWATCHED;
  /** By the clock. */
  let later: ReturnType<typeof setTimeout> | undefined;
  /** Because of something that happened: the clock does not take its place. */
  let soon: ReturnType<typeof setTimeout> | undefined;
  /** It is because one arrived: that is told of also in a hidden tab. */
  let hasArrived = false;
  /** It was to be read when the tab was hidden. */
  let isPutOff = false;
  let startedAt = readAt;
  let running = false;
  /** Why it is to be read once more after what is on its way. */
  let wanted: News['what'] | undefined;
  let stopped = false;

  /** Nobody looks at a hidden page: it asks when it is shown. */
  const askLater = () => {
    const { misses, failure } = watched;
    const wait = askIn(isLiveNow(), misses, failure instanceof Failure ? failure.retryAfterS : undefined);
    clearTimeout(later);
    if (document.visibilityState !== 'hidden' && !stopped) later = setTimeout(() => void check(true), wait);
  };
  const check = async (polled: boolean) => {
    if (running) {
      wanted ??= 'again';
      return;
    }
    clearTimeout(later);
    clearTimeout(soon);
    soon = undefined;
    hasArrived = false;
    running = true;
    startedAt = Date.now();
    try {
      const last = await read();
      watched = { first: watched.first ?? last, last, at: startedAt, misses: 0, failure: undefined, polled };
    } catch (error) {
      watched = { ...watched, misses: watched.misses + 1, failure: error as Error };
    }
    running = false;
    if (stopped) return;
    show(watched);
    if (wanted === 'again' && document.visibilityState === 'hidden') {
      wanted = undefined;
      isPutOff = true;
      askLater();
    } else if (wanted) {
      hasArrived = wanted === 'inquiry';
      checkSoon();
    } else askLater();
  };
  const checkSoon = () => {
    wanted = undefined;
    if (!stopped)
      soon ??= setTimeout(() => void check(false), Math.max(0, startedAt + BETWEEN_MS - Date.now()));
  };
  const deafen = hearNews((news) => {
    if (news.what === 'inquiry' && news.adminMail.toLowerCase() !== agencia.toLowerCase()) return;
    if (running) wanted = wanted === 'inquiry' ? wanted : news.what;
    else {
      hasArrived ||= news.what === 'inquiry';
      checkSoon();
    }
  });
  const leave = whenLineChanges(() => {
    // Why it is lost may be why the list cannot be read.
    if (!isLiveNow() && document.visibilityState === 'visible') checkSoon();
    else askLater();
  });
  const hide = () => {
    if (document.visibilityState === 'hidden') {
      if (soon !== undefined && !hasArrived) {
        clearTimeout(soon);
        soon = undefined;
        isPutOff = true;
      }
      askLater();
    } else if (isPutOff) {
      isPutOff = false;
      checkSoon();
    }
  };
  document.addEventListener('visibilitychange', hide);
  // What came while nobody watched it.
  if (Date.now() - readAt >= BETWEEN_MS && document.visibilityState !== 'hidden') checkSoon();
  else askLater();
  return {
    check: () => void check(false),
    stop: () => {
      stopped = true;
      clearTimeout(later);
      clearTimeout(soon);
      deafen();
      leave();
      document.removeEventListener('visibilitychange', hide);
    },
  };
}
