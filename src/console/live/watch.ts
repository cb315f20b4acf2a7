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
 * Reads a list beside what is shown of it: when one arrives, when the page comes back, and where nobody tells of arrivals
 * every half minute while the page is looked at.
 * @returns what reads it now, and what ends it
 */
export function watchList(
  agencia: string,
  read: () => Promise<Read>,
  show: (watched: Watched) => void,
): { check: () => void; stop: () => void } {
  let watched = UNWATCHED;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt = 0;
  let running = false;
  /** Why it is to be read once more after what is on its way. */
  let wanted: News['what'] | undefined;
  let stopped = false;

  const ask = (ms: number | undefined, polled: boolean) => {
    clearTimeout(timer);
    if (ms !== undefined && !stopped) timer = setTimeout(() => void check(polled), ms);
  };
  /** Nobody looks at a hidden page: it asks when it is shown. */
  const askLater = () => {
    const { misses, failure } = watched;
    const wait = askIn(isLiveNow(), misses, failure instanceof Failure ? failure.retryAfterS : undefined);
    ask(document.visibilityState === 'hidden' ? undefined : wait, true);
  };
  const check = async (polled: boolean) => {
    if (running) {
      wanted ??= 'again';
      return;
    }
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
    if (wanted) checkSoon();
    else askLater();
  };
  const checkSoon = () => {
    wanted = undefined;
    ask(Math.max(0, startedAt + BETWEEN_MS - Date.now()), false);
  };
  const deafen = hearNews((news) => {
    if (news.what === 'inquiry' && news.adminMail.toLowerCase() !== agencia.toLowerCase()) return;
    if (running) wanted = wanted === 'inquiry' ? wanted : news.what;
    else checkSoon();
  });
  const leave = whenLineChanges(() => {
    // Why it is lost may be why the list cannot be read.
    if (!isLiveNow() && document.visibilityState === 'visible') checkSoon();
    else askLater();
  });
  const hide = () => {
    if (document.visibilityState !== 'hidden') return;
    if (wanted === 'again') wanted = undefined;
    askLater();
  };
  document.addEventListener('visibilitychange', hide);
  askLater();
  return {
    check: () => void check(false),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      deafen();
      leave();
      document.removeEventListener('visibilitychange', hide);
    },
  };
}
