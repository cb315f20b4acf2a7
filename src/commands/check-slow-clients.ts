import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from './service-process.ts';

// Connections that send one byte a second, in three ways, while somebody else asks: all must be gone in 15 s,
// and the others answered.

const CONNECTIONS = 200;
const GONE_MS = 15_000;
const ANSWERED_MS = 500;

const BEGINNINGS = [
  'GET /v3 HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /v3/agencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
  'G',
];

const folder = await mkdtemp(join(tmpdir(), 'vitrina-slow-'));
const service = await startService({ DATA_DIR: folder, DEMO: '0' });
try {
  const opened = performance.now();
  const slow = Array.from({ length: CONNECTIONS }, (_, at) => gone(BEGINNINGS[at % BEGINNINGS.length] ?? ''));
  const state: { last?: number } = {};
  void Promise.all(slow).then((times) => (state.last = Math.max(...times) - opened));
  let slowest = 0;
  while (state.last === undefined && performance.now() - opened < 2 * GONE_MS) {
    const asked = performance.now();
    await (await fetch(`${service.origin}/healthz`)).text();
    slowest = Math.max(slowest, performance.now() - asked);
    await pause(100);
  }
  const { last = Infinity } = state;
  console.log(
    `${CONNECTIONS} slow connections: the last one gone after ${Math.round(last)} ms; others answered in ${Math.round(slowest)} ms at most`,
  );
  process.exitCode = last <= GONE_MS && slowest <= ANSWERED_MS ? 0 : 1;
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}

/** When the service closed the connection. */
async function gone(beginning: string): Promise<number> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  socket.write(beginning);
  const drip = setInterval(() => socket.write('a'), 1000);
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  clearInterval(drip);
  return performance.now();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
