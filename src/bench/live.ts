import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { desk } from '#contract/desk/desk.ts';
import { openSession } from '#gateway/sessions/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readConfiguration, readKeylessConfiguration } from '#server/configuration.ts';
import { startServer } from '#server/server.ts';
import { runUntilStopped } from '#commands/running.ts';

// A crowd of open pages while inquiries arrive at the service: how long from its answer until the first page is told,
// and from the first to the last.

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    arrivals: { type: 'string', default: '50' },
    serve: { type: 'boolean', default: false },
  },
});
const [CLIENTS, ARRIVALS] = [Number(values.clients), Number(values.arrivals)];
const OF_A_SESSION = 10;
const PORT = '4805';
const SERVICE_PORT = '4806';
const ORIGIN = `http://127.0.0.1:${PORT}`;

/** When each page was told of an inquiry, by its sid. */
const told = new Map<string, number[]>();

if (values.serve) await runUntilStopped(() => startServer(readConfiguration(), { page: false }));
else await checkLive();

async function checkLive(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-live-'));
  const environment = { DATA_DIR: folder, PORT, SERVICE_PORT, DEMO: '1', SIMULATOR: '1' };
  const server = await start(environment);
  try {
    const streams = await openStreams(await cookiesFor(environment));
    const agency = await sellersAgency(environment);
    const [reached, spread]: [number[], number[]] = [[], []];
    for (let arrival = 0; arrival < ARRIVALS; arrival++) {
      const { sid, at } = await arrive(agency);
      const times = await heardBy(sid, CLIENTS);
      reached.push(Math.min(...times) - at);
      spread.push(Math.max(...times) - Math.min(...times));
      await pause(50 + Math.random() * 200);
    }
    for (const stream of streams) stream.destroy();
    console.log(
      `${CLIENTS} streams, ${ARRIVALS} arrivals: the first is told ${text(reached)} after the service's answer, ` +
        `the last ${text(spread)} after the first`,
    );
    process.exitCode = p95(reached) <= 2000 && Math.max(...spread) <= 1000 ? 0 : 1;
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true });
  }
}

/** Sessions of a partner admin, who is told of everything, without the wait of as many passwords. */
async function cookiesFor(environment: Record<string, string>): Promise<string[]> {
  const { gateway } = readKeylessConfiguration(environment);
  const { db, ...database } = await openGatewayDatabase(gateway.database);
  const { id } = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'partner')
    .executeTakeFirstOrThrow();
  const cookies: string[] = [];
  for (let session = 0; session < CLIENTS / OF_A_SESSION; session++) {
    const origin = { address: '127.0.0.1', userAgent: 'check' };
    const opened = { personId: id, stage: 'in' as const, ...origin };
    const token = await openSession(db, opened, gateway.sessions, Date.now());
    cookies.push(`__Host-session=${token}`);
  }
  await database.close();
  return cookies;
}

async function openStreams(cookies: readonly string[]) {
  const all = [];
  for (let at = 0; at < CLIENTS; at++) {
    const headers = { cookie: cookies[Math.floor(at / OF_A_SESSION)] ?? '' };
    const request = get(ORIGIN + desk.streamEvents.path, { headers, agent: false });
    request.on('error', () => {});
    const [response] = await once(request, 'response');
    if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}`);
    response.setEncoding('utf8').on('error', () => {});
    response.on('data', (chunk: string) => {
      const now = performance.now();
      for (const [, sid = ''] of chunk.matchAll(/event: inquiry\ndata: .*"sid":"([^"]+)"/g)) {
        const times = told.get(sid) ?? [];
        told.set(sid, [...times, now]);
      }
    });
    all.push(request);
  }
  return all;
}

async function arrive(agency: string): Promise<{ sid: string; at: number }> {
  const url = `http://127.0.0.1:${SERVICE_PORT}/simulator/consultas/${encodeURIComponent(agency)}`;
  const answer = await fetch(url, { method: 'POST' });
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`The simulator answered ${answer.status}`);
  const sid = answer.headers.get('location')?.split('/').at(-1)?.toUpperCase() ?? '';
  return { sid, at: performance.now() };
}

async function heardBy(sid: string, count: number): Promise<number[]> {
  const end = performance.now() + 10_000;
  while ((told.get(sid)?.length ?? 0) < count) {
    if (performance.now() > end) throw new Error(`Only ${told.get(sid)?.length ?? 0} were told of ${sid}`);
    await pause(1);
  }
  return told.get(sid) ?? [];
}

async function sellersAgency(environment: Record<string, string>): Promise<string> {
  const { gateway } = readKeylessConfiguration(environment);
  const { db, ...database } = await openGatewayDatabase(gateway.database);
  const { admin_mail } = await db.selectFrom('person_agency').select('admin_mail').executeTakeFirstOrThrow();
  await database.close();
  return admin_mail;
}

async function start(environment: Record<string, string>): Promise<ChildProcess> {
  const child = fork(import.meta.filename, ['--serve'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = () =>
    fetch(`${ORIGIN}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error('The server did not start');
    await pause(20);
  }
  return child;
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}

function text(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(0)} ms (p95 ${p95(times).toFixed(0)}, at most ${(sorted.at(-1) ?? 0).toFixed(0)})`;
}
