import { EventEmitter, once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';

/** Live event streams of a gateway, and when each received the event of an inquiry. */
export interface InquiryEvents {
  /** Opens another stream with the session of the headers. */
  open(headers: Record<string, string>): Promise<void>;
  /**
   * Waits until every stream received the event of an inquiry.
   * @returns times of arrival, in `performance.now()` ms
   * @throws Error on timeout
   */
  wait(sid: string, timeoutMs: number): Promise<number[]>;
  close(): void;
}

export function subscribeToInquiryEvents(url: string): InquiryEvents {
  const streams: ClientRequest[] = [];
  const eventTimes = new Map<string, number[]>();
  // One listener per awaited inquiry.
  const arrivals = new EventEmitter().setMaxListeners(0);
  return {
    async open(headers) {
      const request = get(url + addressOf(desk.streamEvents), { headers, agent: false });
      const [response] = await once(request, 'response');
      if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}`);
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const now = performance.now();
        for (const [, sid = ''] of chunk.matchAll(/event: inquiry\ndata: .*"sid":"([^"]+)"/g)) {
          eventTimes.set(sid, [...(eventTimes.get(sid) ?? []), now]);
          arrivals.emit(sid);
        }
      });
      // `close` destroys streams; `wait` notices one that breaks earlier.
      response.on('error', () => {});
      streams.push(request);
    },
    async wait(sid, timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const times = eventTimes.get(sid) ?? [];
        if (times.length >= streams.length) return times;
        if (signal.aborted) throw new Error(`Only ${times.length} streams have the event of ${sid}`);
        // The next iteration throws after an abort, with the number of streams.
        await once(arrivals, sid, { signal }).catch(() => {});
      }
    },
    close() {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Creates an inquiry with the simulator. @returns its sid, and when the service replied, in `performance.now()` ms */
export async function simulateInquiry(
  serviceUrl: string,
  adminMail: string,
): Promise<{ sid: string; at: number }> {
  const response = await fetch(`${serviceUrl}/simulator/consultas/${adminMail}`, { method: 'POST' });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`The simulator answered ${response.status}`);
  const sid = response.headers.get('location')?.split('/').at(-1)?.toUpperCase() ?? '';
  return { sid, at: performance.now() };
}
