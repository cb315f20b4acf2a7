import { PULSE_INTERVAL_MS } from '#contract/desk/live.ts';
import { type LiveEvent, openStream } from './stream.ts';

// One stream for all tabs of a browser: the tab that holds a lock has it and tells the others. When that tab goes, the
// next one takes the lock and goes on after the last event that it was told of.

/** How the stream stands. Times are this browser's own, in ms. */
export interface Line {
  connected: boolean;
  /** Whether the service tells the gateway of inquiries. */
  receiving: boolean;
  /** When something was heard last. */
  heardAt: number;
}

export const NO_LINE: Line = { connected: false, receiving: false, heardAt: 0 };

/** So long without a pulse, and the stream is lost though nobody said so. */
const IDLE_TIMEOUT_MS = 2.25 * PULSE_INTERVAL_MS;
/** So long without a word from the tab that has the stream, and one that is looked at takes it over. */
const LOST_TAB_MS = 90_000;
const TICK_MS = 5000;
/** A tick that comes so much late: the machine slept. In a tab that is hidden browsers let them come late. */
const SLEPT_MS = 15_000;
const LONGEST_WAIT_MS = 15_000;
const REFUSED_WAIT_MS = 5000;

/** Whether new inquiries are told of as they come. */
export function isLive({ connected, receiving, heardAt }: Line, now: number): boolean {
  return connected && receiving && now - heardAt < IDLE_TIMEOUT_MS;
}

/** How long to wait before a stream that was lost is opened again, ms; `luck` is from 0 to 1. */
export function waitBefore(attempt: number, refused: boolean, luck: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** attempt) * (0.5 + luck / 2);
  return refused ? Math.max(wait, REFUSED_WAIT_MS) : wait;
}

type Told =
  | { what: 'hello' }
  | { what: 'line'; line: Line; last: number | undefined }
  | { what: 'event'; event: LiveEvent; id: number | undefined };

interface Listener {
  heard: (event: LiveEvent, leads: boolean) => void;
  changed: (line: Line) => void;
  /** The gateway gave no stream: perhaps nobody is signed in any more. */
  refused: () => void;
  /** The machine slept. */
  woke: () => void;
}

/** Follows what happens as long as the person is signed in. @returns what ends it */
export function followLine(person: string, listener: Listener): () => void {
  const name = `vitrina-live ${person}`;
  const channel = new BroadcastChannel(name);
  const ending = new AbortController();
  let line = NO_LINE;
  let last: number | undefined;
  let leads = false;
  /** Ends the wait for the lock. */
  let waiting = new AbortController();
  /** Gives the lock back. */
  let release = () => {};
  let close = () => {};
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let toldAt = Date.now();
  let tickedAt = Date.now();

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const tell = (told: Told) => channel.postMessage(told);
  const show = (next: Partial<Line>) => {
    line = { ...line, ...next };
    if (leads) tell({ what: 'line', line, last });
    listener.changed(line);
  };
  const hear = (event: LiveEvent, id: number | undefined) => {
    const isOwn = event.kind === 'pulse' || event.kind === 'reset';
    if (!isOwn && id !== undefined && last !== undefined && id <= last) return;
    if (id !== undefined) last = id;
    if (leads) tell({ what: 'event', event, id });
    if (event.kind === 'pulse') {
      show({ connected: true, receiving: event.data.receiving, heardAt: Date.now() });
      return;
    }
    line = { ...line, heardAt: Date.now() };
    listener.heard(event, leads);
  };

  const lose = (refused: boolean) => {
    close();
    clearTimeout(retry);
    show({ connected: false, receiving: false });
    retry = setTimeout(open, waitBefore(attempt++, refused, Math.random()));
    if (refused) listener.refused();
  };
  const open = () => {
    clearTimeout(retry);
    close();
    close = openStream(last, {
      opened: () => {
        attempt = 0;
        show({ connected: true, heardAt: Date.now() });
      },
      heard: hear,
      lost: lose,
    });
  };
  /** Without waiting any longer. */
  const openNow = () => {
    attempt = 0;
    if (line.connected) show({ connected: false, receiving: false });
    open();
  };

  const lead = () =>
    new Promise<void>((resolve) => {
      leads = true;
      release = resolve;
      openNow();
    });
  const stepDown = () => {
    leads = false;
    release();
    clearTimeout(retry);
    close();
    toldAt = Date.now();
  };
  const queue = async (steal: boolean): Promise<void> => {
    waiting.abort();
    const mine = (waiting = new AbortController());
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal: mine.signal }, () =>
        ending.signal.aborted ? undefined : lead(),
      );
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      if (mine.signal.aborted || ending.signal.aborted) return;
      // Another tab took the lock over.
      stepDown();
      void queue(false);
    }
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.what === 'hello') {
      if (leads) tell({ what: 'line', line, last });
      return;
    }
    if (leads) return;
    toldAt = Date.now();
    if (data.what === 'event') hear(data.event, data.id);
    else {
      last = data.last ?? last;
      show(data.line);
    }
  });
  const tick = () => {
    const now = Date.now();
    const slept = now - tickedAt > TICK_MS + SLEPT_MS && document.visibilityState === 'visible';
    tickedAt = now;
    if (slept) listener.woke();
    if (leads && (slept || (line.connected && now - line.heardAt > IDLE_TIMEOUT_MS))) openNow();
    else if (leads && !line.connected) tell({ what: 'line', line, last });
    else if (!leads && document.visibilityState === 'visible' && now - toldAt > LOST_TAB_MS) {
      toldAt = now;
      void queue(true);
    }
    // How it stands also follows from how long nothing was heard.
    listener.changed(line);
  };
  const look = () => {
    if (leads && !line.connected && document.visibilityState === 'visible') openNow();
  };
  const offline = () => leads && lose(false);
  const online = () => leads && openNow();

  const ticking = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', look);
  addEventListener('offline', offline);
  addEventListener('online', online);
  // A browser without locks, as on a page that is not served safely, has a stream in each tab.
  if ('locks' in navigator) {
    tell({ what: 'hello' });
    void queue(false);
  } else void lead();

  return () => {
    ending.abort();
    waiting.abort();
    clearInterval(ticking);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('offline', offline);
    removeEventListener('online', online);
    stepDown();
    channel.close();
  };
}
