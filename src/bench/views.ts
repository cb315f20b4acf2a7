import autocannon from 'autocannon';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { freePort, spawnServer } from '#testing/server-process.ts';
import { agencyMail, fillIndexForPartner, postponeSweeps } from './index-data.ts';
import { CONNECTIONS, parseNumberOptions, randomBelow } from './number-options.ts';
import { signInNewPartners } from './sign-in.ts';

// The gateway with a million indexed inquiries, over HTTP: pages of views, counts and searches of a partner while the
// service is down; and resident memory.

/** Each of another person. */
const SESSIONS = 150;
const { inquiries, agencies, seconds } = parseNumberOptions({
  inquiries: 1_000_000,
  agencies: 200,
  seconds: 10,
});

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
const viewsPort = String(await freePort());
const viewsEnvironment = {
  DATA_DIR: folder.path,
  DEMO: '1',
  PORT: viewsPort,
  RATE_LIMIT: '10000000',
  // Nothing listens there, so the index stays as filled here.
  UPSTREAM_URL: `http://localhost:${await freePort()}`,
};
await (await spawnServer('start.ts', viewsEnvironment)).stop();
await fillViews();
await using gateway = await spawnServer('start.ts', viewsEnvironment);
const viewsUrl = `http://localhost:${viewsPort}`;
const partners = await signInNewPartners(viewsUrl, viewsEnvironment, SESSIONS);

const agency = () => agencyMail(randomBelow(agencies));
const view = () => BUILT_IN_VIEW_NAMES[randomBelow(BUILT_IN_VIEW_NAMES.length)];
console.table({
  'pages of views, an agency': await measureViews(() =>
    addressOf(desk.findInquiries, {}, { agencia: [agency()], vista: view() }),
  ),
  'pages of views, all agencies': await measureViews(() =>
    addressOf(desk.findInquiries, {}, { vista: view() }),
  ),
  'counts, an agency': await measureViews(() => addressOf(desk.countInquiries, {}, { agencia: [agency()] })),
  'search, an agency': await measureViews(() =>
    addressOf(desk.findInquiries, {}, { agencia: [agency()], buscar: 'gomez ford' }),
  ),
});
const [, residentKb] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${gateway.pid}/status`, 'utf8')) ?? [];
console.log(
  `Started in ${gateway.startMs} ms; resident after the load: ${Math.round(Number(residentKb) / 1024)} MB`,
);

async function fillViews(): Promise<void> {
  const database = await openGatewayDatabase({
    file: join(folder.path, 'gateway.db'),
    url: undefined,
    schema: 'gateway',
  });
  const { db } = database;
  await fillIndexForPartner(db, { inquiries, agencies });
  await postponeSweeps(db);
  await database.close();
}

/** Measures calls at full load, after a warm-up. */
async function measureViews(address: () => string) {
  const options = {
    url: viewsUrl,
    connections: CONNECTIONS,
    requests: [
      {
        setupRequest: (request: autocannon.Request) => ({
          ...request,
          headers: partners[randomBelow(SESSIONS)]?.headers ?? {},
          path: address(),
        }),
      },
    ],
  };
  await autocannon({ ...options, duration: 2 });
  const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds });
  return {
    'a second': Math.round(requests.average),
    'p50, ms': latency.p50,
    'p99, ms': latency.p99,
    failed: non2xx + errors,
  };
}
