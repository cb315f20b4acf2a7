import { setTimeout } from 'node:timers/promises';
import { desk } from '#contract/desk/desk.ts';
import { Counts, InquiryPage } from '#contract/desk/inquiries.ts';
import { sidOf } from '#contract/sid.ts';
import { callEndpoint } from './call-endpoint.ts';
import { followInquiryEvents, simulateInquiry } from './inquiry-events.ts';
import { randomBelow } from './numbers.ts';
import type { SignedIn } from './sign-in.ts';

// How long from the service's answer for an inquiry until the gateway's list has it, for a page that asks when its live
// stream tells it to.

const WEBHOOK_TIMEOUT_MS = 10_000;
const SWEEP_TIMEOUT_MS = 180_000;
/** Time over which the inquiries arrive that no webhook tells of: as long as between two sweeps. */
const SPREAD_MS = 60_000;
/** How often an open inbox asks for the counts of its views. */
const COUNTED_EVERY_MS = 60_000;

export interface Arrivals {
  serviceUrl: string;
  /** Somebody who may see all agencies, with no other calls meanwhile. */
  reader: SignedIn;
  agencies: readonly string[];
  count: number;
}

/**
 * Inquiries one after the other, each told of by webhook, until list and counts have it.
 * @param isNarrow the list of its agency, else that of all
 * @returns ms
 */
export async function measureNotifiedArrivals(
  { serviceUrl, reader, agencies, count }: Arrivals,
  isNarrow: boolean,
): Promise<number[]> {
  const events = followInquiryEvents(reader.url);
  await events.open(reader.headers);
  const times: number[] = [];
  for (let arrival = 0; arrival < count; arrival++) {
    const adminMail = agencies[randomBelow(agencies.length)] ?? '';
    const query = isNarrow ? { agencia: [adminMail] } : {};
    const before = await countWaiting(reader, query);
    const { sid, at } = await simulateInquiry(serviceUrl, adminMail);
    await events.wait(sid, WEBHOOK_TIMEOUT_MS);
    const [isThere, waiting] = await Promise.all([isListed(reader, sid, query), countWaiting(reader, query)]);
    if (!isThere || waiting !== before + 1)
      throw new Error(`${sid} has its event, and is not in the list or not counted`);
    times.push(performance.now() - at);
    // Each session may ask ten times a second.
    await setTimeout(200 + Math.random() * 200);
  }
  events.close();
  return times;
}

/**
 * Inquiries of all agencies over a minute, of which no webhook tells, while somebody has the inbox of all agencies open.
 * @returns ms
 */
export async function measureSweptArrivals({
  serviceUrl,
  reader,
  agencies,
  count,
}: Arrivals): Promise<number[]> {
  const events = followInquiryEvents(reader.url);
  await events.open(reader.headers);
  await isListed(reader, '', {});
  const counting = setInterval(() => void countWaiting(reader, {}), COUNTED_EVERY_MS);
  const appear = async (arrival: number): Promise<number> => {
    await setTimeout((arrival * SPREAD_MS) / count);
    const adminMail = agencies[randomBelow(agencies.length)] ?? '';
    const { sid, at } = await simulateInquiry(serviceUrl, adminMail);
    await events.wait(sid, SWEEP_TIMEOUT_MS);
    if (!(await isListed(reader, sid, {}))) throw new Error(`${sid} has its event, and is not in the list`);
    return performance.now() - at;
  };
  const times = await Promise.all(Array.from({ length: count }, (_, arrival) => appear(arrival)));
  clearInterval(counting);
  events.close();
  return times;
}

async function isListed(reader: SignedIn, sid: string, query: { agencia?: string[] }): Promise<boolean> {
  const page = await callEndpoint(reader, desk.findInquiries, { query: { ...query, limite: 100 } });
  return InquiryPage.parse(page).rows.some(({ inquiry }) => sidOf(inquiry)?.toUpperCase() === sid);
}

async function countWaiting(reader: SignedIn, query: { agencia?: string[] }): Promise<number> {
  const counts = await callEndpoint(reader, desk.countInquiries, { query });
  return Counts.parse(counts).builtIn.esperando;
}
