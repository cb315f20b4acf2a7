import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startGateway, startService } from './server-process.ts';

// Connections that send one byte a second, in three ways, to the service and then to the gateway, while somebody else
// asks: all must be gone in 15 s, and the others answered.

const CONNECTIONS = 200;
const GONE_MS = 15_000;
const ANSWERED_MS = 500;

const BEGINNINGS = [
  'GET /v3 HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /v3/agencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
  'G',
];

const folder = await mkdtemp(join(tmpdir(), 'vitrina-slow-'));
const environment = { DATA_DIR: folder, DEMO: '0' };
const service = await startService(environment);
try {
  await check('service', service);
  const gateway = await startGateway(service, environment);
  await check('gateway', gateway).finally(() => gateway.stop());
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}

async function check(name: string, server: ServerProcess): Promise<void> {
  const opened = performance.now();
  const slow = Array.from({ length: CONNECTIONS }, (_, at) =>
    gone(server, BEGINNINGS[at % BEGINNINGS.length] ?? ''),
  );
  const state: { last?: number } = {};
  void Promise.all(slow).then((times) => (state.last = Math.max(...times) - opened));
  let slowest = 0;
  while (state.last === undefined && performance.now() - opened < 2 * GONE_MS) {
    const asked = performance.now();
    await (await fetch(`${server.origin}/healthz`)).text();
    slowest = Math.max(slowest, performance.now() - asked);
    await pause(100);
  }
  const { last = Infinity } = state;
  console.log(
    `${name}: ${CONNECTIONS} slow connections: the last one gone after ${Math.round(last)} ms; others answered in ${Math.round(slowest)} ms at most`,
  );
  if (last > GONE_MS || slowest > ANSWERED_MS) process.exitCode = 1;
}

/** When the server closed the connection. */
async function gone(server: ServerProcess, beginning: string): Promise<number> {
  const { hostname, port } = new URL(server.origin);
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
