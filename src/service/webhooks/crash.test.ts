import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { computeDigest, signRequest } from '#signing/request.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { freePort, spawnServer } from '#testing/server-process.ts';

const MAIL = 'nueva@a.example';

// `delivery-store.test.ts` has the ends of leases, `migrations.test.ts` kills of a start.
it.runIf(process.env.TEST_FULL)(
  'a service that is killed loses no message, mail or registration over kill -9',
  async () => {
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
      const sent = body !== undefined && { 'content-type': 'application/json', digest: computeDigest(body) };
      const { status } = await fetch(`${origin}${path}`, {
        method,
        headers: { ...signed, ...sent },
        body: body ?? null,
      });
      return status;
    };
    await using receiver = await openCallbackReceiver();
    receiver.respond = () => {};

    await using service = await spawnServer('service.ts', env);
    for (const topic of ['agencia-registrada', 'consulta-recibida'])
      expect(
        await call('POST', `/v3/appnotificaciones/${topic}`, JSON.stringify({ Callback: receiver.url })),
      ).toBe(201);
    expect(await call('POST', '/v3/agencias', JSON.stringify({ AdminMail: MAIL }))).toBe(202);
    const simulate = (path: string) =>
      fetch(`${origin}/simulator/${path}`, { method: 'POST' }).then(({ status }) => status);
    expect(await simulate(`agencias/${MAIL}/registro`)).toBe(204);
    for (let message = 0; message < 9; message += 1) expect(await simulate(`consultas/${MAIL}`)).toBe(201);
    // Some are in flight, the others queued.
    await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(4);
    await service.stop('SIGKILL');

    receiver.requests.length = 0;
    receiver.respond = (response) => response.writeHead(204).end();
    await using restarted = await spawnServer('service.ts', env);
    const arrived = () =>
      new Set(receiver.requests.map(({ headers }) => headers['notification-hook-id'])).size;
    await expect.poll(arrived, { timeout: 10_000 }).toBe(10);
    const mails = async () =>
      (await readdir(join(dataDir, 'outbox')).catch(() => [])).filter((file) => file.endsWith('.eml'));
    await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1);
    await restarted.stop();
    await rm(dataDir, { recursive: true });
  },
  60_000,
);
