import { addressOf } from '#contract/endpoint.ts';
import { LIVE_EVENTS, type LiveEvent, type LiveKind, liveEndpoints } from '#contract/desk/live.ts';
import {
  HEALTH_CHECK_MS,
  type StreamEffect,
  type StreamInput,
  type StreamStatus,
  type TabMessage,
  initialTabState,
  reduceStream,
} from './stream-state.ts';

interface Subscriber {
  onEvent: (event: LiveEvent, isLeader: boolean) => void;
  onStatusChange: (status: StreamStatus) => void;
  onRefused: () => void;
  onWake: () => void;
}

const EVENT_KINDS = Object.keys(LIVE_EVENTS) as LiveKind[];

const isVisible = () => document.visibilityState === 'visible';

/** Runs the effects of `reduceStream`: the event stream, the Web Lock, timers and messages between tabs. */
class SharedStream {
  readonly #lockName: string;
  readonly #channel: BroadcastChannel;
  readonly #subscriber: Subscriber;
  readonly #closing = new AbortController();
  #state = initialTabState(Date.now());
  #source: EventSource | undefined;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #lockRequest = new AbortController();
  #releaseLock = () => {};

  constructor(personId: string, subscriber: Subscriber) {
    this.#lockName = `vitrina-live ${personId}`;
    this.#channel = new BroadcastChannel(this.#lockName);
    this.#subscriber = subscriber;
  }

  start(): void {
    const { signal } = this.#closing;
    this.#channel.addEventListener(
      'message',
      ({ data: message }: MessageEvent<TabMessage>) => this.#dispatch({ type: 'message-received', message }),
      { signal },
    );
    document.addEventListener(
      'visibilitychange',
      () => this.#dispatch({ type: 'visibility-changed', isVisible: isVisible() }),
      { signal },
    );
    addEventListener('online', () => this.#dispatch({ type: 'online' }), { signal });
    addEventListener('offline', () => this.#dispatch({ type: 'offline', random: Math.random() }), { signal });
    const checkHealth = () => this.#dispatch({ type: 'health-check', isVisible: isVisible() });
    const healthTimer = setInterval(checkHealth, HEALTH_CHECK_MS);
    signal.addEventListener('abort', () => clearInterval(healthTimer));
    if ('locks' in navigator) {
      this.#broadcast({ type: 'hello' });
      void this.#requestLock({ steal: false });
    } else this.#dispatch({ type: 'lock-acquired' }); // Without a secure context each tab has a stream.
  }

  close(): void {
    this.#closing.abort();
    this.#lockRequest.abort();
    this.#releaseLock();
    this.#closeSource();
    this.#channel.close();
  }

  #dispatch(input: StreamInput): void {
    const [state, effects] = reduceStream(this.#state, input, Date.now());
    this.#state = state;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: StreamEffect): void {
    switch (effect.type) {
      case 'open-stream':
        return this.#openSource(effect.after);
      case 'close-stream':
        return this.#closeSource();
      case 'reconnect-later':
        this.#closeSource();
        this.#reconnectTimer = setTimeout(() => this.#dispatch({ type: 'reconnect-due' }), effect.delay);
        return undefined;
      case 'broadcast':
        return this.#broadcast(effect.message);
      case 'release-lock':
        return this.#releaseLock();
      case 'request-lock':
        return void this.#requestLock({ steal: false });
      case 'steal-lock':
        return void this.#requestLock({ steal: true });
      case 'notify-event':
        return this.#subscriber.onEvent(effect.event, this.#state.isLeader);
      case 'notify-status':
        return this.#subscriber.onStatusChange(this.#state.status);
      case 'notify-refusal':
        return this.#subscriber.onRefused();
      case 'notify-wake':
        return this.#subscriber.onWake();
    }
  }

  #broadcast(message: TabMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    this.#channel.postMessage(message);
  }

  #closeSource(): void {
    clearTimeout(this.#reconnectTimer);
    this.#source?.close();
  }

  #openSource(after: number | undefined): void {
    this.#closeSource();
    const source = new EventSource(addressOf(liveEndpoints.streamEvents, {}, { after }));
    this.#source = source;
    source.addEventListener('open', () => this.#dispatch({ type: 'stream-opened' }));
    source.addEventListener('error', () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      this.#dispatch({ type: 'stream-failed', isRefused, random: Math.random() });
    });
    for (const kind of EVENT_KINDS)
      source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
        const id = lastEventId === '' ? undefined : Number(lastEventId);
        this.#dispatch({ type: 'event-received', event: parseEvent(kind, data), id });
      });
  }

  async #requestLock({ steal }: { steal: boolean }): Promise<void> {
    this.#lockRequest.abort();
    const request = (this.#lockRequest = new AbortController());
    try {
      await navigator.locks.request(this.#lockName, steal ? { steal } : { signal: request.signal }, () =>
        this.#closing.signal.aborted ? undefined : this.#holdLock(),
      );
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      if (!request.signal.aborted && !this.#closing.signal.aborted) this.#dispatch({ type: 'lock-stolen' });
    }
  }

  #holdLock(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#releaseLock = resolve;
    this.#dispatch({ type: 'lock-acquired' });
    return promise;
  }
}

/** An event that cannot be parsed may concern anything: it becomes a `reset`. */
function parseEvent(kind: LiveKind, text: string): LiveEvent {
  const { success, data } = LIVE_EVENTS[kind].safeParse(JSON.parse(text));
  return success ? ({ kind, data } as LiveEvent) : { kind: 'reset', data: {} };
}

export function subscribeToSharedStream(personId: string, subscriber: Subscriber): () => void {
  const stream = new SharedStream(personId, subscriber);
  stream.start();
  return () => stream.close();
}
