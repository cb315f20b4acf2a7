import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { createDatabase } from '#testing/postgres.ts';
import { freePort, runCommand, spawnServer } from '#testing/server-process.ts';

const APP = { APP_KEY: 'k'.repeat(32), APP_SECRET: 's'.repeat(32) };
const MAIL = 'ana@x.example';

it.skipIf(!process.env.TEST_FULL || inject('databases').postgresUrl === null)(
  'six processes started at once on an empty database share one work',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-fleet-'));
    const name = `fleet_${Date.now()}`;
    const [serviceAt, ...ports] = await Promise.all(Array.from({ length: 6 }, freePort));
    const [otherServiceAt, gatewayAt, otherGatewayAt, workerAt, otherWorkerAt] = ports.map(String);
    const common = {
      ...APP,
      DATABASE_URL: await createDatabase(inject('databases').postgresUrl ?? '', name),
      DATABASE_POOL: '4',
      DATA_DIR: folder,
      CONSOLE_KEY: Buffer.alloc(32, 7).toString('base64'),
      SERVICE_KEY: Buffer.alloc(32, 7).toString('base64'),
      SERVICE_URL: `http://localhost:${serviceAt}`,
      PUBLIC_URL: `http://localhost:${gatewayAt}`,
      LOG_LEVEL: 'warn',
    };
    await using processes = new AsyncDisposableStack();
    processes.defer(() => rm(folder, { recursive: true }));
    // The build runs in a process of its own, because NODE_ENV is `test` in this one.
    await runCommand('build.ts', [], { NODE_ENV: '' });
    const members: Record<string, string>[] = [
      { ROLES: 'service', SERVICE_PORT: String(serviceAt) },
      { ROLES: 'service', SERVICE_PORT: otherServiceAt ?? '' },
      { ROLES: 'gateway', PORT: gatewayAt ?? '' },
      { ROLES: 'gateway', PORT: otherGatewayAt ?? '' },
      { ROLES: 'worker', WORKER_PORT: workerAt ?? '' },
      { ROLES: 'worker', WORKER_PORT: otherWorkerAt ?? '' },
    ];
    for (const one of await Promise.all(
      members.map((roles) => spawnServer('start.ts', { ...common, ...roles })),
    ))
      processes.use(one);
    for (const port of [serviceAt, ...ports])
      expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);

    const output = await runCommand('person-create.ts', ['--mail', MAIL, '--role', 'partner'], common);
    const password = output.trim().split('\n').at(-1);
    const headers = {
      [CONSOLE_HEADER]: '1',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const signedIn = await fetch(`http://localhost:${gatewayAt}/desk/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ mail: MAIL, password }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    // A service queues the mail of an invitation, a worker sends it.
    const invited = await fetch(`http://localhost:${gatewayAt}/v3/agencias`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify({ AdminMail: 'ventas@nueva.example' }),
    });
    expect(invited.status).toBe(202);
    await vi.waitFor(
      async () =>
        expect((await readdir(join(folder, 'outbox'))).filter((file) => file.endsWith('.eml'))).toHaveLength(
          1,
        ),
      { timeout: 10_000, interval: 100 },
    );
  },
  120_000,
);
