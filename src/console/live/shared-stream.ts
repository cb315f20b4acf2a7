import { PULSE_INTERVAL_MS } from '#contract/desk/live.ts';
import { type LiveEvent, openEventStream } from './event-stream.ts';

// All tabs of a browser share one event stream: the tab that holds a Web Lock is the leader, opens the stream and
// broadcasts its events. When it closes, the next tab gets the lock and resumes after the last event it received.

/** Times are by this browser's clock, ms. */
export interface StreamState {
  connected: boolean;
  receiving: boolean;
  lastEventAt: number;
}

export const DISCONNECTED: StreamState = { connected: false, receiving: false, lastEventAt: 0 };

const PULSE_TIMEOUT_MS = 2.25 * PULSE_INTERVAL_MS;
/** A visible tab takes the lock over when the leader has sent nothing for this long. */
const LEADER_TIMEOUT_MS = 90_000;
const HEALTH_CHECK_MS = 5000;
/**
 * A health check that is this late says that the machine slept. Browsers also delay timers of hidden tabs.
 */
const SLEEP_THRESHOLD_MS = 15_000;
const MAX_RECONNECT_DELAY_MS = 15_000;
const REFUSED_DELAY_MS = 5000;

export function isStreamLive({ connected, receiving, lastEventAt }: StreamState, now: number): boolean {
  return connected && receiving && now - lastEventAt < PULSE_TIMEOUT_MS;
}

export function reconnectDelay(attempt: number, isRefused: boolean, random: number): number {
  const delay = Math.min(MAX_RECONNECT_DELAY_MS, 1000 * 2 ** attempt) * (0.5 + random / 2);
  return isRefused ? Math.max(delay, REFUSED_DELAY_MS) : delay;
}

type StreamMessage =
  | { type: 'hello' }
  | { type: 'state'; state: StreamState; lastId: number | undefined }
  | { type: 'event'; event: LiveEvent; id: number | undefined };

interface Subscriber {
  onEvent: (event: LiveEvent, isLeader: boolean) => void;
  onStateChange: (state: StreamState) => void;
  onRefused: () => void;
  onWake: () => void;
}

const isVisible = () => document.visibilityState === 'visible';

export function subscribeToSharedStream(personId: string, subscriber: Subscriber): () => void {
  const name = `vitrina-live ${personId}`;
  const channel = new BroadcastChannel(name);
  const ending = new AbortController();
  let state = DISCONNECTED;
  let lastId: number | undefined;
  let isLeader = false;
  let lockRequest = new AbortController();
  let releaseLock = () => {};
  let closeStream = () => {};
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let lastMessageAt = Date.now();
  let lastCheckAt = Date.now();

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const broadcast = (message: StreamMessage) => channel.postMessage(message);
  const setState = (change: Partial<StreamState>) => {
    state = { ...state, ...change };
    if (isLeader) broadcast({ type: 'state', state, lastId });
    subscriber.onStateChange(state);
  };
  const handleEvent = (event: LiveEvent, id: number | undefined) => {
    const isControl = event.kind === 'pulse' || event.kind === 'reset';
    if (!isControl && id !== undefined && lastId !== undefined && id <= lastId) return;
    if (id !== undefined) lastId = id;
    if (isLeader) broadcast({ type: 'event', event, id });
    if (event.kind === 'pulse') {
      setState({ connected: true, receiving: event.data.receiving, lastEventAt: Date.now() });
      return;
    }
    state = { ...state, lastEventAt: Date.now() };
    subscriber.onEvent(event, isLeader);
  };

  const handleError = (isRefused: boolean) => {
    closeStream();
    clearTimeout(reconnectTimer);
    setState({ connected: false, receiving: false });
    reconnectTimer = setTimeout(connect, reconnectDelay(attempt++, isRefused, Math.random()));
    if (isRefused) subscriber.onRefused();
  };
  const connect = () => {
    clearTimeout(reconnectTimer);
    closeStream();
    closeStream = openEventStream(lastId, {
      onOpen: () => {
        attempt = 0;
        setState({ connected: true, lastEventAt: Date.now() });
      },
      onEvent: handleEvent,
      onError: handleError,
    });
  };
  const reconnectNow = () => {
    attempt = 0;
    if (state.connected) setState({ connected: false, receiving: false });
    connect();
  };

  const lead = () =>
    new Promise<void>((resolve) => {
      isLeader = true;
      releaseLock = resolve;
      reconnectNow();
    });
  const resign = () => {
    isLeader = false;
    releaseLock();
    clearTimeout(reconnectTimer);
    closeStream();
    lastMessageAt = Date.now();
  };
  const requestLock = async (steal: boolean): Promise<void> => {
    lockRequest.abort();
    const request = (lockRequest = new AbortController());
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal: request.signal }, () =>
        ending.signal.aborted ? undefined : lead(),
      );
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      if (request.signal.aborted || ending.signal.aborted) return;
      resign();
      void requestLock(false);
    }
  };

  const { signal } = ending;
  const handleMessage = ({ data: message }: MessageEvent<StreamMessage>) => {
    if (message.type === 'hello') {
      if (isLeader) broadcast({ type: 'state', state, lastId });
      return;
    }
    if (isLeader) return;
    lastMessageAt = Date.now();
    if (message.type === 'event') handleEvent(message.event, message.id);
    else {
      lastId = message.lastId ?? lastId;
      setState(message.state);
    }
  };
  const checkHealth = () => {
    const now = Date.now();
    const slept = now - lastCheckAt > HEALTH_CHECK_MS + SLEEP_THRESHOLD_MS && isVisible();
    lastCheckAt = now;
    if (slept) subscriber.onWake();
    if (isLeader && (slept || (state.connected && now - state.lastEventAt > PULSE_TIMEOUT_MS)))
      reconnectNow();
    else if (isLeader && !state.connected) broadcast({ type: 'state', state, lastId });
    else if (!isLeader && isVisible() && now - lastMessageAt > LEADER_TIMEOUT_MS) {
      lastMessageAt = now;
      void requestLock(true);
    }
    subscriber.onStateChange(state);
  };
  const handleVisible = () => {
    if (isLeader && !state.connected && isVisible()) reconnectNow();
  };

  channel.addEventListener('message', handleMessage, { signal });
  document.addEventListener('visibilitychange', handleVisible, { signal });
  addEventListener('offline', () => isLeader && handleError(false), { signal });
  addEventListener('online', () => isLeader && reconnectNow(), { signal });
  const healthTimer = setInterval(checkHealth, HEALTH_CHECK_MS);
  if ('locks' in navigator) {
    broadcast({ type: 'hello' });
    void requestLock(false);
  } else void lead(); // Without a secure context each tab has a stream.

  return () => {
    ending.abort();
    lockRequest.abort();
    clearInterval(healthTimer);
    resign();
    channel.close();
  };
}
