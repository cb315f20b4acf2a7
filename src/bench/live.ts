import { setTimeout } from 'node:timers/promises';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { startVitrina } from '#testing/server-process.ts';
import { simulateInquiry, subscribeToInquiryEvents } from './inquiry-events.ts';
import { parseNumberOptions, formatTimes, percentile } from './number-options.ts';
import { signInNewPartners } from './sign-in.ts';

// Latency of live events with many open pages: from the service's reply for an inquiry to the first page, and from the
// first to the last page.

/** The gateway's limit. */
const STREAMS_PER_SESSION = 10;
const FIRST_P95_LIMIT_MS = 2000;
const SPREAD_LIMIT_MS = 1000;
const DELIVERY_TIMEOUT_MS = 10_000;
const { clients, arrivals } = parseNumberOptions({ clients: 1000, arrivals: 50 });

await using vitrina = await startVitrina({ DEMO: '1', SIMULATOR: '1' });
const partnerCount = Math.ceil(clients / STREAMS_PER_SESSION);
const watchers = await signInNewPartners(vitrina.url, { DATA_DIR: vitrina.dataDir }, partnerCount);
const events = subscribeToInquiryEvents(vitrina.url);
for (let client = 0; client < clients; client++)
  await events.open(watchers[Math.floor(client / STREAMS_PER_SESSION)]?.headers ?? {});

const [first, spread]: [number[], number[]] = [[], []];
for (let arrival = 0; arrival < arrivals; arrival++) {
  const { sid, at } = await simulateInquiry(vitrina.serviceUrl, BUSY_AGENCY);
  const times = await events.wait(sid, DELIVERY_TIMEOUT_MS);
  first.push(Math.min(...times) - at);
  spread.push(Math.max(...times) - Math.min(...times));
  await setTimeout(50 + Math.random() * 200);
}
events.close();
console.log(
  `${clients} streams, ${arrivals} arrivals: the first has the event ${formatTimes(first)} after the service's answer, ` +
    `the last ${formatTimes(spread)} after the first`,
);
if (percentile(first, 0.95) > FIRST_P95_LIMIT_MS || Math.max(...spread) > SPREAD_LIMIT_MS)
  process.exitCode = 1;
