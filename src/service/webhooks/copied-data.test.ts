import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { computeDigest, signRequest } from '#signing/request.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { freePort, runCommand, spawnServer } from '#testing/server-process.ts';

const MAIL = 'nueva@a.example';
const SOON = { timeout: 10_000 };

// `sending-hold.test.ts` has the same within one process.
it.runIf(process.env.TEST_FULL)(
  'a copy of the data sends no webhook until its installation is released',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-copy-'));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const credentials = { key: randomBytes(16).toString('hex'), secret: randomBytes(16).toString('hex') };
    const env = (name: string) => ({
      DATA_DIR: join(folder, name),
      SERVICE_PORT: String(port),
      APP_KEY: credentials.key,
      APP_SECRET: credentials.secret,
      DEMO: '0',
      SIMULATOR: '1',
      ALLOW_LOCAL_CALLBACKS: '1',
    });
    const call = async (method: string, path: string, body: string) => {
      const nonce = randomUUID();
      const signed = signRequest({ method, path, body }, credentials, {
        prefix: 'SVC',
        now: Date.now(),
        nonce,
      });
      const headers = { ...signed, 'content-type': 'application/json', digest: computeDigest(body) };
      return (await fetch(`${origin}${path}`, { method, headers, body })).status;
    };
    const simulate = async (path: string) =>
      (await fetch(`${origin}/simulator/${path}`, { method: 'POST' })).status;

    await using receiver = await openCallbackReceiver();
    {
      await using original = await spawnServer('service.ts', env('original'));
      const settings = JSON.stringify({ Callback: receiver.url });
      expect(await call('POST', '/v3/appnotificaciones/consulta-recibida', settings)).toBe(201);
      expect(await call('POST', '/v3/agencias', JSON.stringify({ AdminMail: MAIL }))).toBe(202);
      expect(await simulate(`agencias/${MAIL}/registro`)).toBe(204);
      expect(await simulate(`consultas/${MAIL}`)).toBe(201);
      await expect.poll(() => receiver.requests.length, SOON).toBe(1);
      await original.stop('SIGTERM');
    }
    {
      await using restarted = await spawnServer('service.ts', env('original'));
      expect(await simulate(`consultas/${MAIL}`)).toBe(201);
      await expect.poll(() => receiver.requests.length, SOON).toBe(2);
      await restarted.stop('SIGTERM');
    }
    await cp(join(folder, 'original'), join(folder, 'copy'), { recursive: true });
    await using copy = await spawnServer('service.ts', env('copy'));
    expect(await simulate(`consultas/${MAIL}`)).toBe(201);
    const shown = await runCommand('installation-release.ts', [], env('copy'));
    expect(shown).toMatch(/^database: \S+ -> \S+\n\d mails and 1 webhooks wait\. Nothing was changed/);
    expect(receiver.requests).toHaveLength(2);
    expect(await runCommand('installation-release.ts', ['--yes'], env('copy'))).toContain('Released');
    await expect.poll(() => receiver.requests.length, SOON).toBe(3);
    await copy.stop('SIGTERM');
    await rm(folder, { recursive: true });
  },
  60_000,
);
