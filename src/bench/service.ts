import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { readKeylessConfiguration } from '#server/configuration.ts';
import { openService } from '#service/app.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { type Credentials, signRequest } from '#signing/request.ts';

// The service alone over its demo data, beside a bare node:http server that sends the same bytes. The requests come
// from a child process, signed, page after page.

const CONNECTIONS = 32;
const WARM_UP_MS = 2000;
const MEASURED_MS = 8000;
const PAGES = 99;

interface Load {
  origin: string;
  credentials: Credentials;
}

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

if (process.send) process.once('message', (load: Load) => void generate(load));
else await compare();

async function compare(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-bench-'));
  const { service: config, credentials } = readKeylessConfiguration({
    DATA_DIR: folder,
    DEMO: '1',
    RATE_LIMIT: '1000000000',
  });
  if (!config) throw new Error('The embedded service is not configured');
  const started = performance.now();
  const { app, close } = await openService(config, { credentials });
  console.log(`Opened, with its demo filled, in ${Math.round(performance.now() - started)} ms`);
  const service = await app.listen({ host: '127.0.0.1', port: 0 });
  const page = Buffer.from((await ask(new Pool(service), credentials, 1)).body);
  const bare = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': page.length }).end(page);
  });
  await new Promise<void>((resolve) => {
    bare.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

  console.log(
    `Pages of 25 inquiries, ${page.length} bytes, ${CONNECTIONS} connections, ${MEASURED_MS / 1000} s each`,
  );
  console.table({
    'bare node:http': await load({ origin, credentials }),
    service: await load({ origin: service, credentials }),
  });
  bare.close();
  await close();
  await rm(folder, { recursive: true });
}

function load(load: Load): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename);
    child.once('message', (figures: Figures) => resolve(figures));
    child.once('error', reject);
    child.send(load);
  });
}

async function generate({ origin, credentials }: Load): Promise<void> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const start = performance.now() + WARM_UP_MS;
  const end = start + MEASURED_MS;
  const times: number[] = [];
  let failed = 0;
  let asked = 0;
  const connection = async () => {
    while (performance.now() < end) {
      const before = performance.now();
      const { status } = await ask(pool, credentials, 1 + (asked++ % PAGES));
      if (before < start) continue;
      times.push(performance.now() - before);
      if (status !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  await pool.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
  process.send?.({
    perSecond: Math.round(times.length / (MEASURED_MS / 1000)),
    p50: at(0.5),
    p99: at(0.99),
    failed,
  });
  process.disconnect();
}

async function ask(
  pool: Pool,
  credentials: Credentials,
  page: number,
): Promise<{ status: number; body: ArrayBuffer }> {
  const path = `/v3/consultas/${BUSY_AGENCY}?pagina=${page}`;
  const signing = { prefix: 'SVC', now: Date.now(), nonce: randomUUID() };
  const headers = signRequest({ method: 'GET', path }, credentials, signing);
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
  return { status: statusCode, body: await body.arrayBuffer() };
}
