import { addressOf } from '#contract/endpoint.ts';
import { LIVE_EVENTS, type LiveData, type LiveKind, liveEndpoints } from '#contract/desk/live.ts';

export type LiveEvent = { [Kind in LiveKind]: { kind: Kind; data: LiveData<Kind> } }[LiveKind];

interface Handlers {
  onOpen: () => void;
  onEvent: (event: LiveEvent, id: number | undefined) => void;
  /** `isRefused` says that the gateway answered, but not with a stream. */
  onError: (isRefused: boolean) => void;
}

const EVENT_KINDS = Object.keys(LIVE_EVENTS) as LiveKind[];

/** The stream begins after the given event and ends with the first error. @returns closes it */
export function openEventStream(
  after: number | undefined,
  { onOpen, onEvent, onError }: Handlers,
): () => void {
  const source = new EventSource(addressOf(liveEndpoints.streamEvents, {}, { after }));
  source.addEventListener('open', onOpen);
  source.addEventListener('error', () => {
    const isRefused = source.readyState === EventSource.CLOSED;
    source.close();
    onError(isRefused);
  });
  for (const kind of EVENT_KINDS)
    source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
      onEvent(parseEvent(kind, data), lastEventId === '' ? undefined : Number(lastEventId));
    });
  return () => source.close();
}

/** An event that cannot be parsed may concern anything: it becomes a `reset`. */
function parseEvent(kind: LiveKind, text: string): LiveEvent {
  const { success, data } = LIVE_EVENTS[kind].safeParse(JSON.parse(text));
  return success ? ({ kind, data } as LiveEvent) : { kind: 'reset', data: {} };
}
