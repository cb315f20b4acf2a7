import { setTimeout } from 'node:timers/promises';
import { desk } from '#contract/desk/desk.ts';
import { Counts, InquiryPage } from '#contract/desk/inquiries.ts';
import { sidOf } from '#contract/sid.ts';
import { callEndpoint } from './call-endpoint.ts';
import { simulateInquiry, subscribeToInquiryEvents } from './inquiry-events.ts';
import { randomBelow } from './number-options.ts';
import type { GatewaySession } from './sign-in.ts';

// Latency from the service's reply for a new inquiry until the gateway's list contains it, for a page that refetches on
// live events.

const WEBHOOK_TIMEOUT_MS = 10_000;
const SWEEP_TIMEOUT_MS = 180_000;
/** Inquiries without webhooks arrive over this time, the interval between two sweeps. */
const SPREAD_MS = 60_000;
/** Refetch interval of view counts in an open inbox. */
const WAITING_COUNT_INTERVAL_MS = 60_000;

export interface ArrivalOptions {
  serviceUrl: string;
  /** Session of a person who may see all agencies, without other calls meanwhile. */
  reader: GatewaySession;
  agencies: readonly string[];
  count: number;
}

/**
 * Measures inquiries one after the other, each with a webhook, until list and counts contain it.
 * @param isNarrow reads the list of its agency, else of all agencies
 * @returns latencies, ms
 */
export async function measureNotifiedArrivals(
  { serviceUrl, reader, agencies, count }: ArrivalOptions,
  isNarrow: boolean,
): Promise<number[]> {
  const events = subscribeToInquiryEvents(reader.url);
  await events.open(reader.headers);
  const times: number[] = [];
  for (let arrival = 0; arrival < count; arrival++) {
    const adminMail = agencies[randomBelow(agencies.length)] ?? '';
    const query = isNarrow ? { agencia: [adminMail] } : {};
    const before = await fetchWaitingCount(reader, query);
    const { sid, at } = await simulateInquiry(serviceUrl, adminMail);
    await events.wait(sid, WEBHOOK_TIMEOUT_MS);
    const [isThere, waiting] = await Promise.all([
      isListed(reader, sid, query),
      fetchWaitingCount(reader, query),
    ]);
    if (!isThere || waiting !== before + 1)
      throw new Error(`${sid} has its event, and is not in the list or not counted`);
    times.push(performance.now() - at);
    // Sessions are limited to ten calls per second.
    await setTimeout(200 + Math.random() * 200);
  }
  events.close();
  return times;
}

/**
 * Measures inquiries of all agencies within a minute, without webhooks, while an inbox of all agencies is open.
 * @returns latencies, ms
 */
export async function measureSweptArrivals({
  serviceUrl,
  reader,
  agencies,
  count,
}: ArrivalOptions): Promise<number[]> {
  const events = subscribeToInquiryEvents(reader.url);
  await events.open(reader.headers);
  await isListed(reader, '', {});
  const countsTimer = setInterval(() => void fetchWaitingCount(reader, {}), WAITING_COUNT_INTERVAL_MS);
  const measureArrival = async (arrival: number): Promise<number> => {
    await setTimeout((arrival * SPREAD_MS) / count);
    const adminMail = agencies[randomBelow(agencies.length)] ?? '';
    const { sid, at } = await simulateInquiry(serviceUrl, adminMail);
    await events.wait(sid, SWEEP_TIMEOUT_MS);
    if (!(await isListed(reader, sid, {}))) throw new Error(`${sid} has its event, and is not in the list`);
    return performance.now() - at;
  };
  const times = await Promise.all(Array.from({ length: count }, (_, arrival) => measureArrival(arrival)));
  clearInterval(countsTimer);
  events.close();
  return times;
}

async function isListed(
  reader: GatewaySession,
  sid: string,
  query: { agencia?: string[] },
): Promise<boolean> {
  const page = await callEndpoint(reader, desk.findInquiries, { query: { ...query, limite: 100 } });
  return InquiryPage.parse(page).rows.some(({ inquiry }) => sidOf(inquiry)?.toUpperCase() === sid);
}

async function fetchWaitingCount(reader: GatewaySession, query: { agencia?: string[] }): Promise<number> {
  const counts = await callEndpoint(reader, desk.countInquiries, { query });
  return Counts.parse(counts).builtIn.esperando;
}
