import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { startVitrina } from '#testing/server-process.ts';
import { percentile, readNumbers } from './numbers.ts';
import { type SignedIn, signIn } from './sign-in.ts';

// Open pages while inquiries arrive at the service: how long from its answer until the first page has the event, and
// from the first page to the last.

/** As many as the gateway leaves open. */
const STREAMS_PER_SESSION = 10;
const FIRST_P95_LIMIT_MS = 2000;
const SPREAD_LIMIT_MS = 1000;
const DELIVERY_TIMEOUT_MS = 10_000;
const { clients, arrivals } = readNumbers({ clients: 1000, arrivals: 50 });

/** When each stream had the event of an inquiry, by sid. */
const eventTimes = new Map<string, number[]>();

await using vitrina = await startVitrina({ DEMO: '1', SIMULATOR: '1' });
const sessions: SignedIn[] = [];
while (sessions.length * STREAMS_PER_SESSION < clients)
  sessions.push(await signIn(vitrina.url, vitrina.people.partner));
const streams = [];
for (let client = 0; client < clients; client++)
  streams.push(await openStream(sessions[Math.floor(client / STREAMS_PER_SESSION)]?.headers ?? {}));

const [first, spread]: [number[], number[]] = [[], []];
for (let arrival = 0; arrival < arrivals; arrival++) {
  const { sid, at } = await simulateInquiry();
  const times = await waitForEvents(sid);
  first.push(Math.min(...times) - at);
  spread.push(Math.max(...times) - Math.min(...times));
  await setTimeout(50 + Math.random() * 200);
}
for (const stream of streams) stream.destroy();
console.log(
  `${clients} streams, ${arrivals} arrivals: the first has the event ${summary(first)} after the service's answer, ` +
    `the last ${summary(spread)} after the first`,
);
if (percentile(first, 0.95) > FIRST_P95_LIMIT_MS || Math.max(...spread) > SPREAD_LIMIT_MS)
  process.exitCode = 1;

async function openStream(headers: Record<string, string>) {
  const request = get(vitrina.url + addressOf(desk.streamEvents), { headers, agent: false });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}`);
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const now = performance.now();
    for (const [, sid = ''] of chunk.matchAll(/event: inquiry\ndata: .*"sid":"([^"]+)"/g))
      eventTimes.set(sid, [...(eventTimes.get(sid) ?? []), now]);
  });
  // Destroyed at the end; one that breaks before is missed by `waitForEvents`.
  response.on('error', () => {});
  return request;
}

async function simulateInquiry(): Promise<{ sid: string; at: number }> {
  const response = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
    method: 'POST',
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`The simulator answered ${response.status}`);
  const sid = response.headers.get('location')?.split('/').at(-1)?.toUpperCase() ?? '';
  return { sid, at: performance.now() };
}

async function waitForEvents(sid: string): Promise<number[]> {
  const end = performance.now() + DELIVERY_TIMEOUT_MS;
  for (;;) {
    const times = eventTimes.get(sid) ?? [];
    if (times.length >= clients) return times;
    if (performance.now() > end) throw new Error(`Only ${times.length} streams have the event of ${sid}`);
    await setTimeout(1);
  }
}

function summary(times: readonly number[]): string {
  const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) => percentile(times, share));
  return `${p50.toFixed(0)} ms (p95 ${p95.toFixed(0)}, at most ${Math.max(...times).toFixed(0)})`;
}
