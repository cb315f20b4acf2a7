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
import { loadTestAgencyMail } from '#service/demo/load-test-data.ts';
import { freePort, readDemoPeople, runCommand, spawnServer } from '#testing/server-process.ts';
import { type ArrivalOptions, measureNotifiedArrivals, measureSweptArrivals } from './arrivals.ts';
import { callEndpoint } from './call-endpoint.ts';
import { openCountingProxy, peakCalls } from './counting-proxy.ts';
import { parseNumberOptions, formatTimes, percentile } from './number-options.ts';
import { fillService, setUpService } from './service-process.ts';
import { type GatewaySession, signIn } from './sign-in.ts';

// First fill of the gateway's index from a service's lists while views are read; then the latency of new inquiries with
// and without webhooks.

/** Pause between reads of a view, as counting its list is expensive. */
const PROGRESS_PAUSE_MS = 1000;
const PROGRESS_MS = 30_000;
const REST_MS = 30_000;
const NOTIFIED_P95_LIMIT_MS = 1000;
const SWEPT_LIMIT_MS = 75_000;
const DRILL_LIMIT_MS = 120_000;
/** `rate`: calls per minute for the index. */
const { inquiries, agencies, rate, arrivals, drill } = parseNumberOptions({
  inquiries: 495_000,
  agencies: 200,
  rate: 6000,
  arrivals: 100,
  drill: 0,
});

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
const fillEnvironment = { DATA_DIR: folder.path, DEMO: '0', SIMULATOR: '1', ALLOW_LOCAL_CALLBACKS: '1' };
process.stdout.write(await fillService(fillEnvironment, { inquiries, agencies }));
const service = await setUpService(fillEnvironment);
await using _service = await service.start();
await using proxy = await openCountingProxy(service.origin);
const gatewayPort = await freePort();
const filledUrl = `http://localhost:${gatewayPort}`;
const environment = {
  DATA_DIR: folder.path,
  DEMO: '1',
  PORT: String(gatewayPort),
  UPSTREAM_URL: proxy.url,
  // The index may use a tenth.
  RATE_LIMIT: String(rate * 10),
};
await using _gateway = await spawnServer('start.ts', environment);
const people = await readDemoPeople(folder.path);

await measureFill();
const targets = {
  serviceUrl: service.origin,
  agencies: Array.from({ length: agencies }, (_, at) => loadTestAgencyMail(at + 1)),
  count: arrivals,
};
if (drill) console.log(await runCommand('backup.ts', [], environment));
await measureArrivals();
if (drill) await measureDrill();

async function measureFill(): Promise<void> {
  const startedAt = performance.now();
  const reader = await signIn(filledUrl, people.partner);
  const timesDuringFill: number[] = [];
  let nextProgress = PROGRESS_MS;
  while (!(await readView(reader, timesDuringFill)).complete) {
    await setTimeout(PROGRESS_PAUSE_MS);
    const elapsed = performance.now() - startedAt;
    if (elapsed < nextProgress) continue;
    nextProgress += PROGRESS_MS;
    const { indexed, complete } = await readState(reader);
    console.log(`${seconds(elapsed)}: ${indexed} inquiries, ${complete} of ${agencies} agencies complete`);
  }
  const elapsed = performance.now() - startedAt;
  const { length } = proxy.calls;
  const { indexed, complete } = await readState(reader);
  const peak = peakCalls(proxy.calls);
  const timesAfterFill: number[] = [];
  const restStartedAt = performance.now();
  while (performance.now() - restStartedAt < REST_MS) {
    await readView(reader, timesAfterFill);
    await setTimeout(PROGRESS_PAUSE_MS);
  }
  console.log(
    `${indexed} inquiries of ${complete} agencies in ${seconds(elapsed)} with ${length} calls, ` +
      `at most ${peak} of ${rate} a minute; a page of a view over HTTP: ${formatTimes(timesDuringFill)} meanwhile, ` +
      `${formatTimes(timesAfterFill)} after it`,
  );
  // A queued call may be sent in the next minute.
  if (indexed !== inquiries || complete !== agencies || peak > rate + 1) process.exitCode = 1;
}

async function readView(reader: GatewaySession, times: number[]): Promise<InquiryPage> {
  const sentAt = performance.now();
  const page = await callEndpoint(reader, desk.findInquiries, { query: { vista: 'esperando' } });
  times.push(performance.now() - sentAt);
  return InquiryPage.parse(page);
}

async function readState(reader: GatewaySession): Promise<{ indexed: number; complete: number }> {
  const state = IndexState.parse(await callEndpoint(reader, desk.viewIndexState));
  return {
    indexed: state.agencies.reduce((sum, { inquiries }) => sum + inquiries, 0),
    complete: state.agencies.filter(({ complete }) => complete).length,
  };
}

async function measureArrivals(): Promise<void> {
  const withReader = async (): Promise<ArrivalOptions> => ({
    ...targets,
    reader: await signIn(filledUrl, people.partner),
  });
  const swept = await measureSweptArrivals(await withReader());
  await createInquiryWebhook();
  const inAgency = await measureNotifiedArrivals(await withReader(), true);
  const inAll = await measureNotifiedArrivals(await withReader(), false);
  console.log(
    `${arrivals} arrivals are in the list: without a webhook after ${formatTimes(swept)}; ` +
      `with one, and counted, after ${formatTimes(inAgency)} in that of their agency, ${formatTimes(inAll)} in that of all`,
  );
  if (
    Math.max(...swept) > SWEPT_LIMIT_MS ||
    [inAgency, inAll].some((times) => percentile(times, 0.95) > NOTIFIED_P95_LIMIT_MS)
  )
    process.exitCode = 1;
}

async function measureDrill(): Promise<void> {
  const startedAt = performance.now();
  console.log(await runCommand('backup-drill.ts', [], environment));
  if (performance.now() - startedAt > DRILL_LIMIT_MS) process.exitCode = 1;
}

async function createInquiryWebhook(): Promise<void> {
  const support = await signIn(filledUrl, people.support);
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
