import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { addressOf } from '#contract/endpoint.ts';
import { ConsultaPublicada, publisher } from '#contract/publisher.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { makeInquiry, makeStock } from '#service/demo/inquiry.ts';
import { loadTestAgencyMail } from '#service/demo/load-test-data.ts';
import { seededRandom } from '#service/demo/random.ts';
import { freePort, readAppCredentials, runCommand } from '#testing/server-process.ts';
import { measureStore } from './measure-store.ts';
import { parseNumberOptions, randomBelow } from './number-options.ts';
import { type ServiceSetup, fillService, setUpService, signedHeaders } from './service-process.ts';

// Inquiries that a publisher delivers by signed requests, on SQLite or with `--postgres 1` on a temporary PostgreSQL; each
// queues a webhook message (not with `--webhooks 0`).

const SAMPLES = 500;
/** Inquiries per request, and connections. */
const LOADS = [
  [1, 32],
  [50, 8],
  [500, 4],
] as const;
const publisherOptions = parseNumberOptions({ agencies: 20, seconds: 8, postgres: 0, webhooks: 1 });

let delivered = 0;
const receiver = createServer((request, response) => {
  delivered += 1;
  request.resume().once('end', () => response.writeHead(204).end());
});
await measureStore(
  'service',
  { onPostgres: publisherOptions.postgres > 0 },
  async ({ url = '' }, dataDir) => {
    const environment = { DATA_DIR: dataDir, DATABASE_URL: url, DEMO: '0' };
    const { agencies } = publisherOptions;
    await fillService(environment, { inquiries: agencies, agencies });
    const created = await runCommand('app-create.ts', ['--name', 'bench', '--publisher'], environment);
    const [key, secret] = readAppCredentials(created);
    const setup = await setUpService({ ...environment, ALLOW_LOCAL_CALLBACKS: '1' });
    await using _service = await setup.start();
    if (publisherOptions.webhooks > 0) await createBenchWebhook(setup);
    const figures: Record<string, object> = {};
    for (const [batch, connections] of LOADS)
      figures[`${batch} in a request, ${connections} connections`] = await measurePublisher(
        { ...setup, credentials: { key, secret } },
        batch,
        connections,
      );
    console.table(figures);
    if (publisherOptions.webhooks > 0) {
      const deliveredBefore = delivered;
      await setTimeout(publisherOptions.seconds * 1000);
      const perSecond = Math.round((delivered - deliveredBefore) / publisherOptions.seconds);
      console.log(`Webhooks a second from the queue, without other load: ${perSecond}`);
    }
  },
);
receiver.close();

async function createBenchWebhook({ origin, credentials }: ServiceSetup): Promise<void> {
  const port = await freePort();
  receiver.listen(port, '127.0.0.1');
  const path = addressOf(v3.createWebhook, { topic: INQUIRY_TOPIC });
  const body = JSON.stringify({ Callback: `http://127.0.0.1:${port}/` });
  const headers = signedHeaders(credentials, { method: 'POST', path, body });
  const { status } = await fetch(origin + path, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`The webhook was answered ${status}`);
}

async function measurePublisher({ origin, credentials }: ServiceSetup, batch: number, connections: number) {
  const samples = makeSamples();
  const setupRequest = (request: autocannon.Request) => {
    const path = addressOf(publisher.publishInquiries, {
      adminMail: loadTestAgencyMail(1 + randomBelow(publisherOptions.agencies)),
    });
    const inquiries = Array.from(
      { length: batch },
      () => `{"Id":"${randomUUID()}",${samples[randomBelow(samples.length)]}`,
    );
    const body = `[${inquiries.join(',')}]`;
    return { ...request, path, body, headers: signedHeaders(credentials, { method: 'POST', path, body }) };
  };
  const deliveredBefore = delivered;
  const {
    '2xx': answered,
    duration,
    latency,
    non2xx,
    errors,
  } = await autocannon({
    url: origin,
    connections,
    duration: publisherOptions.seconds,
    requests: [{ method: 'POST', setupRequest }],
  });
  if (non2xx + errors > 0) process.exitCode = 1;
  return {
    'inquiries a second': Math.round((answered * batch) / duration),
    'p50, ms': latency.p50,
    'p99, ms': latency.p99,
    'webhooks a second': Math.round((delivered - deliveredBefore) / duration),
    failed: non2xx + errors,
  };
}

/** Plausible inquiries as JSON, without the opening brace. */
function makeSamples(): string[] {
  const random = seededRandom('publisher');
  const stock = makeStock(loadTestAgencyMail(1), new Date().getUTCFullYear());
  return (
    Array.from({ length: SAMPLES }, () =>
      makeInquiry(random, { momento: Date.now(), timeZone: 'UTC', stock, operators: [] }),
    )
      // Some demo inquiries have members that the interface does not know.
      .filter((inquiry) => ConsultaPublicada.safeParse({ Id: 'x', ...inquiry }).success)
      .map((inquiry) => JSON.stringify(inquiry).slice(1))
  );
}
