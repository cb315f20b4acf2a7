import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { digestOf, signRequest } from '#signing/request.ts';
import { openReceiver } from '#testing/callback-receiver.ts';

const MAIL = 'nueva@a.example';
const COMMAND = resolve(import.meta.dirname, '../../commands/service.ts');

/** Starts the service as it is started by hand, in a process of its own. */
async function startService(env: Record<string, string>, origin: string) {
  const child = spawn(process.execPath, [COMMAND], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  // Also when the test fails.
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect
    .poll(
      () =>
        fetch(`${origin}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200);
  return async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
}

it('loses no message, mail or registration over kill -9', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-crash-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const credentials = { key: randomBytes(16).toString('hex'), secret: randomBytes(16).toString('hex') };
  const env = {
    DATA_DIR: dataDir,
    SERVICE_PORT: String(port),
    APP_KEY: credentials.key,
    APP_SECRET: credentials.secret,
    DEMO: '0',
    SIMULATOR: '1',
    ALLOW_LOCAL_CALLBACKS: '1',
  };
  const call = async (method: string, path: string, body?: string) => {
    const signed = signRequest({ method, path, body }, credentials, {
      prefix: 'SVC',
      now: Date.now(),
      nonce: randomUUID(),
    });
    const sent = body !== undefined && { 'content-type': 'application/json', digest: digestOf(body) };
    const { status } = await fetch(`${origin}${path}`, {
      method,
      headers: { ...signed, ...sent },
      body: body ?? null,
    });
    return status;
  };
  await using receiver = await openReceiver();
  receiver.answer = () => {};

  const kill = await startService(env, origin);
  for (const topic of ['agencia-registrada', 'consulta-recibida'])
    expect(
      await call('POST', `/v3/appnotificaciones/${topic}`, JSON.stringify({ Callback: receiver.url })),
    ).toBe(201);
  expect(await call('POST', '/v3/agencias', JSON.stringify({ AdminMail: MAIL }))).toBe(202);
  const simulate = (path: string) =>
    fetch(`${origin}/simulator/${path}`, { method: 'POST' }).then(({ status }) => status);
  expect(await simulate(`agencias/${MAIL}/registro`)).toBe(204);
  for (let message = 0; message < 9; message += 1) expect(await simulate(`consultas/${MAIL}`)).toBe(201);
  // Some are on the wire, the others wait.
  await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(4);
  await kill('SIGKILL');

  receiver.got.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
  const stop = await startService(env, origin);
  const arrived = () => new Set(receiver.got.map(({ headers }) => headers['notification-hook-id'])).size;
  await expect.poll(arrived, { timeout: 10_000 }).toBe(10);
  const mails = async () =>
    (await readdir(join(dataDir, 'outbox')).catch(() => [])).filter((file) => file.endsWith('.eml'));
  await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1);
  await stop('SIGTERM');
  await rm(dataDir, { recursive: true });
}, 60_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  await new Promise((done) => {
    server.close(done);
  });
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
