import autocannon from 'autocannon';
import { readFile } from 'node:fs/promises';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { inquiryWindow } from '#contract/window.ts';
import { createAgencyStore } from '#service/agencies/store.ts';
import { loadTestAgencyMail } from '#service/demo/load-test-data.ts';
import { createInquiryStore } from '#service/inquiries/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { measureStore } from './measure-store.ts';
import { CONNECTIONS, parseNumberOptions, percentile, randomBelow, round } from './number-options.ts';
import { BENCH_APP, type ServiceSetup, fillService, setUpService, signedHeaders } from './service-process.ts';

// Pages of inquiries, read from the store and by signed requests to the service, on SQLite or with `--postgres 1` on a
// temporary PostgreSQL.

const PAGE_READS = 1000;
const WARM_UP_S = 2;
const serviceOptions = parseNumberOptions({ inquiries: 6000, agencies: 1, seconds: 8, postgres: 0 });

await measureStore('service', { onPostgres: serviceOptions.postgres > 0 }, async ({ url = '' }, dataDir) => {
  const environment = { ...BENCH_APP, DATA_DIR: dataDir, DATABASE_URL: url, DEMO: '0' };
  process.stdout.write(await fillService(environment, serviceOptions));
  const setup = await setUpService(environment);
  console.table(await measureServiceStore(setup));
  await measureService(setup);
});

async function measureServiceStore({ config, credentials }: ServiceSetup) {
  const database = await openServiceDatabase(config.database);
  const agencies = createAgencyStore(database.db);
  const window = inquiryWindow({}, Date.now(), config.timeZone);
  if ('errors' in window) throw new Error('There is no window');
  const cached = createInquiryStore(database.db);
  const figures: Record<string, { 'p50, ms': number; 'p95, ms': number }> = {};
  for (const [name, page, storeOf] of [
    ['store, page 1', 1, () => cached],
    ['store, page 99', 99, () => cached],
    // A new store has no cached counts.
    ['store, page 1, counted again', 1, () => createInquiryStore(database.db)],
    ['store, page 99, counted again', 99, () => createInquiryStore(database.db)],
  ] as const) {
    const times: number[] = [];
    for (let read = 0; read < PAGE_READS; read++) {
      const agency = await agencies.find(credentials, randomAgency());
      if (!agency) throw new Error('An agency of the data is missing');
      const inquiries = storeOf();
      const start = performance.now();
      await inquiries.list(credentials, agency, { window: window.window, page });
      times.push(performance.now() - start);
    }
    const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) => round(percentile(times, share), 2));
    figures[name] = { 'p50, ms': p50, 'p95, ms': p95 };
  }
  await database.close();
  return figures;
}

async function measureService(setup: ServiceSetup): Promise<void> {
  await using service = await setup.start();
  console.table({
    'pages 1 to 99': await measureReads(setup, () => ({ pagina: 1 + randomBelow(99) })),
    operador: await measureReads(setup, (adminMail) => ({
      operador: adminMail.replace('ventas', 'vendedor1'),
      pagina: 1 + randomBelow(20),
    })),
    externalid: await measureReads(setup, (adminMail) => ({ externalid: randomExternalId(adminMail) })),
  });
  const [, residentKb] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${service.pid}/status`, 'utf8')) ?? [];
  console.log(
    `Started in ${service.startMs} ms; resident after the load: ${Math.round(Number(residentKb) / 1024)} MB`,
  );
}

/** Measures lists of random agencies at full load, after a warm-up. */
async function measureReads(
  { origin, credentials }: ServiceSetup,
  query: (adminMail: string) => Record<string, string | number>,
) {
  const setupRequest = (request: autocannon.Request) => {
    const adminMail = randomAgency();
    const path = addressOf(v3.listInquiries, { adminMail }, query(adminMail));
    return { ...request, path, headers: signedHeaders(credentials, { path }) };
  };
  const run = (duration: number) =>
    autocannon({ url: origin, connections: CONNECTIONS, duration, requests: [{ setupRequest }] });
  await run(WARM_UP_S);
  const { '2xx': answered, duration, latency, non2xx, errors } = await run(serviceOptions.seconds);
  if (non2xx + errors > 0) process.exitCode = 1;
  return {
    'a second': Math.round(answered / duration),
    'p50, ms': latency.p50,
    'p99, ms': latency.p99,
    failed: non2xx + errors,
  };
}

function randomAgency(): string {
  return loadTestAgencyMail(1 + randomBelow(serviceOptions.agencies));
}

/** An ExternalId in the format of `makeStock`. */
function randomExternalId(adminMail: string): string {
  const prefix = adminMail.split('@')[1]?.slice(0, 3).toUpperCase();
  return `${prefix}-${10_000 + randomBelow(30) * 7}`;
}
