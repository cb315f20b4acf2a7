import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { desk } from '#contract/desk/desk.ts';
import { IndexState, InquiryPage } from '#contract/desk/inquiries.ts';
import { WebhooksDesk } from '#contract/desk/webhooks.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { manyAgencyMail } from '#service/demo/many.ts';
import { freePort, readDemoPeople, runCommand, spawnServer } from '#testing/server-process.ts';
import { type Arrivals, measureNotifiedArrivals, measureSweptArrivals } from './arrivals.ts';
import { callEndpoint } from './call-endpoint.ts';
import { openCountingProxy, peakCalls } from './counting-proxy.ts';
import { percentile, readNumbers } from './numbers.ts';
import { setUpService } from './service-process.ts';
import { type SignedIn, signIn } from './sign-in.ts';

// The first fill of the gateway's index from a service's lists, with somebody at work meanwhile; then how soon new
// inquiries are in its lists: without webhooks, and with them.

/** Between two pages of a view: counting a list of so many is work of its own. */
const PAUSE_MS = 1000;
const PROGRESS_MS = 30_000;
const REST_MS = 30_000;
const NOTIFIED_P95_LIMIT_MS = 1000;
const SWEPT_LIMIT_MS = 75_000;
/** `rate`: calls a minute that the gateway may make for its index. */
const { inquiries, agencies, rate, arrivals } = readNumbers({
  inquiries: 495_000,
  agencies: 200,
  rate: 6000,
  arrivals: 100,
});

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
const environment = { DATA_DIR: folder.path, DEMO: '0', SIMULATOR: '1', ALLOW_LOCAL_CALLBACKS: '1' };
const amounts = ['--inquiries', String(inquiries), '--agencies', String(agencies)];
process.stdout.write(await runCommand('demo.ts', amounts, environment));
const service = await setUpService(environment);
await using _service = await service.start();
await using proxy = await openCountingProxy(service.origin);
const port = String(await freePort());
const url = `http://localhost:${port}`;
await using _gateway = await spawnServer('start.ts', {
  DATA_DIR: folder.path,
  DEMO: '1',
  PORT: port,
  UPSTREAM_URL: proxy.url,
  // The index may use a tenth of it.
  RATE_LIMIT: String(rate * 10),
});
const people = await readDemoPeople(folder.path);

await measureFill();
const targets = {
  serviceUrl: service.origin,
  agencies: Array.from({ length: agencies }, (_, at) => manyAgencyMail(at + 1)),
  count: arrivals,
};
await measureArrivals();

async function measureFill(): Promise<void> {
  const began = performance.now();
  const reader = await signIn(url, people.partner);
  const filling: number[] = [];
  let nextProgress = PROGRESS_MS;
  while (!(await readView(reader, filling)).complete) {
    await setTimeout(PAUSE_MS);
    const elapsed = performance.now() - began;
    if (elapsed < nextProgress) continue;
    nextProgress += PROGRESS_MS;
    const { indexed, complete } = await readState(reader);
    console.log(`${seconds(elapsed)}: ${indexed} inquiries, ${complete} of ${agencies} agencies complete`);
  }
  const elapsed = performance.now() - began;
  const { length } = proxy.calls;
  const { indexed, complete } = await readState(reader);
  const peak = peakCalls(proxy.calls);
  const resting: number[] = [];
  const rested = performance.now();
  while (performance.now() - rested < REST_MS) {
    await readView(reader, resting);
    await setTimeout(PAUSE_MS);
  }
  console.log(
    `${indexed} inquiries of ${complete} agencies in ${seconds(elapsed)} with ${length} calls, ` +
      `at most ${peak} of ${rate} a minute; a page of a view over HTTP: ${summary(filling)} meanwhile, ` +
      `${summary(resting)} after it`,
  );
  // A call that waited at the gateway falls into a later minute.
  if (indexed !== inquiries || complete !== agencies || peak > rate + 1) process.exitCode = 1;
}

async function readView(reader: SignedIn, times: number[]): Promise<InquiryPage> {
  const sent = performance.now();
  const page = await callEndpoint(reader, desk.findInquiries, { query: { vista: 'esperando' } });
  times.push(performance.now() - sent);
  return InquiryPage.parse(page);
}

async function readState(reader: SignedIn): Promise<{ indexed: number; complete: number }> {
  const state = IndexState.parse(await callEndpoint(reader, desk.viewIndexState));
  return {
    indexed: state.agencies.reduce((sum, { inquiries }) => sum + inquiries, 0),
    complete: state.agencies.filter(({ complete }) => complete).length,
  };
}

async function measureArrivals(): Promise<void> {
  const withReader = async (): Promise<Arrivals> => ({
    ...targets,
    reader: await signIn(url, people.partner),
  });
  const swept = await measureSweptArrivals(await withReader());
  await turnWebhooksOn();
  const inAgency = await measureNotifiedArrivals(await withReader(), true);
  const inAll = await measureNotifiedArrivals(await withReader(), false);
  console.log(
    `${arrivals} arrivals are in the list: without a webhook after ${summary(swept)}; ` +
      `with one, and counted, after ${summary(inAgency)} in that of their agency, ${summary(inAll)} in that of all`,
  );
  if (
    Math.max(...swept) > SWEPT_LIMIT_MS ||
    [inAgency, inAll].some((times) => percentile(times, 0.95) > NOTIFIED_P95_LIMIT_MS)
  )
    process.exitCode = 1;
}

async function turnWebhooksOn(): Promise<void> {
  const support = await signIn(url, people.support);
  const { topics } = WebhooksDesk.parse(await callEndpoint(support, desk.listWebhooksDesk));
  const receiver = topics.find(({ topic }) => topic === INQUIRY_TOPIC)?.receiver ?? '';
  await callEndpoint(support, v3.createWebhook, {
    params: { topic: INQUIRY_TOPIC },
    body: { Callback: receiver, Secret: randomUUID() },
  });
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}

function summary(times: readonly number[]): string {
  const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) => percentile(times, share));
  return `${p50.toFixed(0)} ms (p95 ${p95.toFixed(0)}, at most ${Math.max(...times).toFixed(0)}, of ${times.length})`;
}
