import { EventEmitter, once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';

/** Live streams of a gateway, and when each had the event of an inquiry. */
export interface InquiryEvents {
  /** Opens one more stream, for the session of these headers. */
  open(headers: Record<string, string>): Promise<void>;
  /**
   * @returns when the streams had it, ms of `performance.now()`
   * @throws Error when one has not after a time
   */
  wait(sid: string, timeoutMs: number): Promise<number[]>;
  close(): void;
}

export function followInquiryEvents(url: string): InquiryEvents {
  const streams: ClientRequest[] = [];
  const eventTimes = new Map<string, number[]>();
  // One listener for each inquiry that is waited for.
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
      // Destroyed at the end; one that breaks before is missed by `wait`.
      response.on('error', () => {});
      streams.push(request);
    },
    async wait(sid, timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const times = eventTimes.get(sid) ?? [];
        if (times.length >= streams.length) return times;
        if (signal.aborted) throw new Error(`Only ${times.length} streams have the event of ${sid}`);
        // Aborted: the loop tells how many have it.
        await once(arrivals, sid, { signal }).catch(() => {});
      }
    },
    close() {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Has somebody write to an agency. @returns the inquiry, and when the service answered for it */
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
