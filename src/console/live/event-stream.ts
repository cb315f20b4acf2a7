import { addressOf } from '#contract/endpoint.ts';
import { LIVE_EVENTS, type LiveData, type LiveKind, liveRows } from '#contract/desk/live.ts';

/** Something that the gateway tells. */
export type LiveEvent = { [Kind in LiveKind]: { kind: Kind; data: LiveData<Kind> } }[LiveKind];

interface Ears {
  opened: () => void;
  /** `id` is where to go on after it. */
  heard: (event: LiveEvent, id: number | undefined) => void;
  /** `refused`: it was answered, and not by a stream. */
  lost: (refused: boolean) => void;
}

const KINDS = Object.keys(LIVE_EVENTS) as LiveKind[];

/** Opens a stream of what happens, after an event; it ends by being lost or closed. @returns what closes it */
export function openEventStream(after: number | undefined, { opened, heard, lost }: Ears): () => void {
  const source = new EventSource(addressOf(liveRows.streamEvents, {}, { after }));
  source.addEventListener('open', opened);
  source.addEventListener('error', () => {
    const refused = source.readyState === EventSource.CLOSED;
    // When to come back is decided here: the browser would not say how that stands.
    source.close();
    lost(refused);
  });
  for (const kind of KINDS)
    source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
      heard(readEvent(kind, data), lastEventId === '' ? undefined : Number(lastEventId));
    });
  return () => source.close();
}

/** What cannot be read may be anything: then everything is to be read again. */
function readEvent(kind: LiveKind, text: string): LiveEvent {
  const read = LIVE_EVENTS[kind].safeParse(JSON.parse(text));
  return read.success ? ({ kind, data: read.data } as LiveEvent) : { kind: 'reset', data: {} };
}
