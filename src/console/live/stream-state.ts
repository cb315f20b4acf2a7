import { type LiveEvent, PULSE_INTERVAL_MS } from '#contract/desk/live.ts';

// All tabs of a browser share one event stream: the tab that holds a Web Lock is the leader, opens the stream and
// broadcasts its events. When it closes, the next tab gets the lock and resumes after the last event it received.

/** Times are by this browser's clock, ms. */
export interface StreamStatus {
  connected: boolean;
  receiving: boolean;
  lastEventAt: number;
}

export const DISCONNECTED: StreamStatus = { connected: false, receiving: false, lastEventAt: 0 };

export interface TabState {
  isLeader: boolean;
  status: StreamStatus;
  /** The stream begins after this event. */
  lastId: number | undefined;
  failedAttempts: number;
  leaderHeardAt: number;
  checkedAt: number;
}

export const initialTabState = (now: number): TabState => ({
  isLeader: false,
  status: DISCONNECTED,
  lastId: undefined,
  failedAttempts: 0,
  leaderHeardAt: now,
  checkedAt: now,
});

export type TabMessage =
  | { type: 'hello' }
  | { type: 'status'; status: StreamStatus; lastId: number | undefined }
  | { type: 'event'; event: LiveEvent; id: number | undefined };

export type StreamInput =
  | { type: 'lock-acquired' | 'lock-stolen' | 'reconnect-due' | 'stream-opened' | 'online' }
  | { type: 'event-received'; event: LiveEvent; id: number | undefined }
  /** `isRefused` says that the gateway answered, but not with a stream. */
  | { type: 'stream-failed'; isRefused: boolean; random: number }
  | { type: 'offline'; random: number }
  | { type: 'message-received'; message: TabMessage }
  | { type: 'health-check' | 'visibility-changed'; isVisible: boolean };

export type StreamEffect =
  | { type: 'open-stream'; after: number | undefined }
  | { type: 'close-stream' }
  /** The effect closes the stream and opens it again after the delay, unless another effect does so before. */
  | { type: 'reconnect-later'; delay: number }
  | { type: 'broadcast'; message: TabMessage }
  | { type: 'release-lock' | 'request-lock' | 'steal-lock' }
  | { type: 'notify-event'; event: LiveEvent }
  | { type: 'notify-status' | 'notify-refusal' | 'notify-wake' };

type Transition = [TabState, StreamEffect[]];

const PULSE_TIMEOUT_MS = 2.25 * PULSE_INTERVAL_MS;
/** A visible tab takes the lock over when the leader has sent nothing for this long. */
const LEADER_TIMEOUT_MS = 90_000;
export const HEALTH_CHECK_MS = 5000;
/** A health check that is this late shows that the machine slept. Browsers also delay timers of hidden tabs. */
const SLEEP_THRESHOLD_MS = 15_000;
const MAX_RECONNECT_DELAY_MS = 15_000;
const REFUSED_DELAY_MS = 5000;

export function isStreamLive({ connected, receiving, lastEventAt }: StreamStatus, now: number): boolean {
  return connected && receiving && now - lastEventAt < PULSE_TIMEOUT_MS;
}

function reconnectDelay(failedAttempts: number, isRefused: boolean, random: number): number {
  const delay = Math.min(MAX_RECONNECT_DELAY_MS, 1000 * 2 ** failedAttempts) * (0.5 + random / 2);
  return isRefused ? Math.max(delay, REFUSED_DELAY_MS) : delay;
}

export function reduceStream(state: TabState, input: StreamInput, now: number): Transition {
  switch (input.type) {
    case 'lock-acquired':
      return reconnect({ ...state, isLeader: true });
    case 'lock-stolen':
      return [
        { ...state, isLeader: false, leaderHeardAt: now },
        [{ type: 'release-lock' }, { type: 'close-stream' }, { type: 'request-lock' }],
      ];
    case 'reconnect-due':
      return [state, [{ type: 'open-stream', after: state.lastId }]];
    case 'stream-opened':
      return setStatus({ ...state, failedAttempts: 0 }, { connected: true, lastEventAt: now });
    case 'event-received':
      return receiveEvent(state, input, now);
    case 'stream-failed':
      return handleFailure(state, input);
    case 'offline':
      return state.isLeader ? handleFailure(state, { isRefused: false, random: input.random }) : [state, []];
    case 'online':
      return state.isLeader ? reconnect(state) : [state, []];
    case 'visibility-changed':
      return state.isLeader && !state.status.connected && input.isVisible ? reconnect(state) : [state, []];
    case 'message-received':
      return receiveMessage(state, input.message, now);
    default: // A health check.
      return checkHealth(state, input.isVisible, now);
  }
}

function setStatus(state: TabState, change: Partial<StreamStatus>): Transition {
  const next = { ...state, status: { ...state.status, ...change } };
  return [next, [...broadcastStatus(next), { type: 'notify-status' }]];
}

function broadcastStatus({ isLeader, status, lastId }: TabState): StreamEffect[] {
  return isLeader ? [{ type: 'broadcast', message: { type: 'status', status, lastId } }] : [];
}

function reconnect(state: TabState): Transition {
  const reset = { ...state, failedAttempts: 0 };
  const [next, effects]: Transition = state.status.connected
    ? setStatus(reset, { connected: false, receiving: false })
    : [reset, []];
  return [next, [...effects, { type: 'open-stream', after: next.lastId }]];
}

function handleFailure(
  state: TabState,
  { isRefused, random }: { isRefused: boolean; random: number },
): Transition {
  const [next, effects] = setStatus(state, { connected: false, receiving: false });
  const delay = reconnectDelay(state.failedAttempts, isRefused, random);
  return [
    { ...next, failedAttempts: state.failedAttempts + 1 },
    [
      { type: 'reconnect-later', delay },
      ...effects,
      ...(isRefused ? [{ type: 'notify-refusal' } as const] : []),
    ],
  ];
}

/** A new leader repeats the events after the last one that it received: others may have received more. */
function receiveEvent(
  state: TabState,
  { event, id }: { event: LiveEvent; id: number | undefined },
  now: number,
): Transition {
  const isControl = event.kind === 'pulse' || event.kind === 'reset';
  const isRepeated = id !== undefined && state.lastId !== undefined && id <= state.lastId;
  if (isRepeated && !isControl) return [state, []];
  const received = { ...state, lastId: id ?? state.lastId };
  const broadcast: StreamEffect[] = state.isLeader
    ? [{ type: 'broadcast', message: { type: 'event', event, id } }]
    : [];
  if (event.kind === 'pulse') {
    const { receiving } = event.data;
    const [next, effects] = setStatus(received, { connected: true, receiving, lastEventAt: now });
    return [next, [...broadcast, ...effects]];
  }
  const next = { ...received, status: { ...received.status, lastEventAt: now } };
  return [next, [...broadcast, { type: 'notify-event', event }]];
}

function receiveMessage(state: TabState, message: TabMessage, now: number): Transition {
  if (message.type === 'hello') return [state, broadcastStatus(state)];
  if (state.isLeader) return [state, []];
  const heard = { ...state, leaderHeardAt: now };
  if (message.type === 'event') return receiveEvent(heard, message, now);
  return setStatus({ ...heard, lastId: message.lastId ?? state.lastId }, message.status);
}

function checkHealth(state: TabState, isVisible: boolean, now: number): Transition {
  const hasSlept = isVisible && now - state.checkedAt > HEALTH_CHECK_MS + SLEEP_THRESHOLD_MS;
  const { isLeader, status } = state;
  const isSilent = status.connected && now - status.lastEventAt > PULSE_TIMEOUT_MS;
  const checked = { ...state, checkedAt: now };
  let transition: Transition = [checked, []];
  if (isLeader && (hasSlept || isSilent)) transition = reconnect(checked);
  else if (isLeader && !status.connected) transition = [checked, broadcastStatus(checked)];
  else if (!isLeader && isVisible && now - state.leaderHeardAt > LEADER_TIMEOUT_MS)
    transition = [{ ...checked, leaderHeardAt: now }, [{ type: 'steal-lock' }]];
  const [next, effects] = transition;
  // The stream also stops being live by the time alone.
  return [
    next,
    [...(hasSlept ? [{ type: 'notify-wake' } as const] : []), ...effects, { type: 'notify-status' }],
  ];
}
