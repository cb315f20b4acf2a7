import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { inquiryWindow } from '#contract/window.ts';
import { readKeylessConfiguration } from '#server/configuration.ts';
import { createAgencyStore } from '#service/agencies/store.ts';
import { manyAgencyMail } from '#service/demo/many.ts';
import { createInquiryStore } from '#service/inquiries/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { signRequest } from '#signing/request.ts';
import { startService } from './server-process.ts';

// Over the data of `npm run demo`, in DATA_DIR or DATABASE_URL: pages in the store, then a service of its own, asked
// by this process over 32 connections.

const { values } = parseArgs({
  options: { agencies: { type: 'string', default: '200' }, seconds: { type: 'string', default: '8' } },
});
const AGENCIES = Number(values.agencies);
const MEASURED_MS = Number(values.seconds) * 1000;
const WARM_UP_MS = 2000;
const CONNECTIONS = 32;
const STORE_PAGES = 1000;

const { service, credentials } = readKeylessConfiguration();
if (!service) throw new Error('UPSTREAM_URL is set: measure the embedded service');

console.table(await storePages(service));
const running = await startService({ DEMO: '0', RATE_LIMIT: '1000000000' });
try {
  const rows: Record<string, Figures> = {};
  for (const [name, query] of Object.entries({
    'pages 1 to 99': () => `?pagina=${1 + pick(99)}`,
    operador: (number: number) => `?operador=vendedor1@agencia-${number}.example&pagina=${1 + pick(20)}`,
    externalid: (number: number) => `?externalid=${externalId(number)}`,
  }))
    rows[name] = await load((number) => `/v3/consultas/${manyAgencyMail(number)}${query(number)}`);
  console.table(rows);
  console.log(`Started in ${running.startMs} ms; resident after the load: ${residentMb(running.pid)} MB`);
} finally {
  await running.stop();
}

async function storePages({ database: target, timeZone }: NonNullable<typeof service>) {
  const database = await openServiceDatabase(target);
  const agencies = createAgencyStore(database.db);
  const window = inquiryWindow({}, Date.now(), timeZone);
  if ('errors' in window) throw new Error('There is no window');
  const keeping = createInquiryStore(database.db);
  const figures: Record<string, { 'p50, ms': number; 'p95, ms': number }> = {};
  for (const [name, page, storeOf] of [
    ['store, page 1', 1, () => keeping],
    ['store, page 99', 99, () => keeping],
    // As after an arrival, for every page.
    ['store, page 1, counted anew', 1, () => createInquiryStore(database.db)],
    ['store, page 99, counted anew', 99, () => createInquiryStore(database.db)],
  ] as const) {
    const times: number[] = [];
    for (let time = 0; time < STORE_PAGES; time++) {
      const agency = await agencies.find(credentials, manyAgencyMail(1 + pick(AGENCIES)));
      if (!agency) throw new Error('Fill the data first: npm run demo');
      const inquiries = storeOf();
      const start = performance.now();
      await inquiries.list(credentials, agency, { window: window.window, page });
      times.push(performance.now() - start);
    }
    figures[name] = { 'p50, ms': share(times, 0.5), 'p95, ms': share(times, 0.95) };
  }
  await database.close();
  return figures;
}

interface Figures {
  'a second': number;
  'p50, ms': number;
  'p99, ms': number;
  failed: number;
}

async function load(pathOf: (agency: number) => string): Promise<Figures> {
  const pool = new Pool(running.origin, { connections: CONNECTIONS });
  const start = performance.now() + WARM_UP_MS;
  const end = start + MEASURED_MS;
  const times: number[] = [];
  let failed = 0;
  const connection = async () => {
    while (performance.now() < end) {
      const path = pathOf(1 + pick(AGENCIES));
      const before = performance.now();
      const signing = { prefix: 'SVC', now: Date.now(), nonce: randomUUID() };
      const headers = signRequest({ method: 'GET', path }, credentials, signing);
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.dump({ limit: 1e7 });
      if (before < start) continue;
      times.push(performance.now() - before);
      if (statusCode !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  await pool.close();
  return {
    'a second': Math.round(times.length / (MEASURED_MS / 1000)),
    'p50, ms': share(times, 0.5),
    'p99, ms': share(times, 0.99),
    failed,
  };
}

/** As `makeStock` names them. */
function externalId(agency: number): string {
  const prefix = manyAgencyMail(agency).split('@')[1]?.slice(0, 3).toUpperCase();
  return `${prefix}-${10_000 + pick(30) * 7}`;
}

function pick(below: number): number {
  return Math.floor(Math.random() * below);
}

function share(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2));
}

function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
