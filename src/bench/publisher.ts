import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { addressOf } from '#contract/endpoint.ts';
import { ConsultaPublicada, publisher } from '#contract/publisher.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { makeInquiry, makeStock } from '#service/demo/inquiry.ts';
import { loadTestAgencyMail } from '#service/demo/load-test-data.ts';
import { seededRandom } from '#service/demo/random.ts';
import { startPostgres } from '#testing/postgres.ts';
import { freePort, runCommand } from '#testing/server-process.ts';
import { parseNumberOptions, randomBelow } from './number-options.ts';
import { type ServiceSetup, setUpService, signedHeaders } from './service-process.ts';

// Inquiries that a publisher delivers by signed requests, on SQLite or with `--postgres 1` on a temporary PostgreSQL; each
// queues a webhook message (not with `--webhooks 0`).

const SAMPLES = 500;
/** Inquiries per request, and connections. */
const LOADS = [
  [1, 32],
  [50, 8],
  [500, 4],
] as const;
const options = parseNumberOptions({ agencies: 20, seconds: 8, postgres: 0, webhooks: 1 });

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
const postgres = options.postgres > 0 ? await startPostgres() : undefined;
if (options.postgres > 0 && !postgres) throw new Error('PostgreSQL was not found');
let delivered = 0;
const receiver = createServer((request, response) => {
  delivered += 1;
  request.resume().once('end', () => response.writeHead(204).end());
});
try {
  const environment = { DATA_DIR: folder.path, DATABASE_URL: postgres?.url ?? '', DEMO: '0' };
  const amounts = ['--inquiries', String(options.agencies), '--agencies', String(options.agencies)];
  await runCommand('demo.ts', amounts, environment);
  const created = await runCommand('app-create.ts', ['--name', 'bench', '--publisher'], environment);
  const [key = '', secret = ''] = created.split('\n');
  const setup = await setUpService({ ...environment, ALLOW_LOCAL_CALLBACKS: '1' });
  await using _service = await setup.start();
  if (options.webhooks > 0) await createBenchWebhook(setup);
  const figures: Record<string, object> = {};
  for (const [batch, connections] of LOADS)
    figures[`${batch} in a request, ${connections} connections`] = await measurePublisher(
      { ...setup, credentials: { key, secret } },
      batch,
      connections,
    );
  console.table(figures);
  if (options.webhooks > 0) {
    const deliveredBefore = delivered;
    await setTimeout(options.seconds * 1000);
    const perSecond = Math.round((delivered - deliveredBefore) / options.seconds);
    console.log(`Webhooks a second from the queue, without other load: ${perSecond}`);
  }
} finally {
  receiver.close();
  await postgres?.stop();
}

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
      adminMail: loadTestAgencyMail(1 + randomBelow(options.agencies)),
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
    duration: options.seconds,
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
