import { randomBytes } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { openBalancer } from '#testing/balancer.ts';
import { createDatabase, startPostgres } from '#testing/postgres.ts';
import { createRelease } from '#testing/releases.ts';
import { freePort, readDemoPeople, spawnServer } from '#testing/server-process.ts';
import { expect, fillSignIn, rows } from './test.ts';

const PAGE_LOADS = 6;

// This test starts gateways of its own, so it does without the `vitrina` fixture.
base(
  'gateways of two versions behind one balancer show every page whole',
  { tag: '@full' },
  async ({ page }) => {
    base.setTimeout(90_000);
    const postgres = await startPostgres();
    base.skip(!postgres, 'PostgreSQL is not installed');
    await using cleanup = new AsyncDisposableStack();
    cleanup.defer(() => postgres?.stop());
    const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'vitrina-versions-')));
    const servicePort = String(await freePort());
    const balancer = cleanup.use(await openBalancer());
    const environment = {
      DATA_DIR: folder.path,
      DEMO: '1',
      SERVICE_PORT: servicePort,
      APP_KEY: randomBytes(16).toString('hex'),
      APP_SECRET: randomBytes(16).toString('hex'),
      CONSOLE_KEY: randomBytes(32).toString('base64'),
      SERVICE_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: balancer.url,
    };
    cleanup.use(await spawnServer('service.ts', environment));
    const databaseUrl = await createDatabase(postgres?.url ?? '', 'versions');
    const startGateway = async (version: string) => {
      const release = join(folder.path, version);
      await createRelease(release, version);
      const port = String(await freePort());
      const gateway = {
        ...environment,
        PORT: port,
        DATABASE_URL: databaseUrl,
        UPSTREAM_URL: `http://localhost:${servicePort}`,
      };
      cleanup.use(await spawnServer('start.ts', gateway, release));
      balancer.targets.push(`http://127.0.0.1:${port}`);
    };
    await startGateway('old');
    await page.goto(`${balancer.url}/sign-in`);
    await fillSignIn(page, (await readDemoPeople(folder.path)).support);
    await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();

    await startGateway('new');
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) missing.push(`${response.status()} ${response.url()}`);
    });
    // A page of the old version goes on.
    await page.getByRole('link', { name: 'Plantillas' }).click();
    await expect(page.getByRole('heading', { name: 'Plantillas', level: 1 })).toBeVisible();
    const versions = new Set<string | undefined>();
    for (let load = 0; load < PAGE_LOADS; load++) {
      // The balancer takes turns: with one more request before every second load, documents come from both
      // gateways, whether a load makes an even or an odd number of requests.
      if (load % 2) await page.request.get(`${balancer.url}/healthz`);
      await page.goto(`${balancer.url}/inquiries?agencia=${BUSY_AGENCY}`);
      await expect(rows(page).first()).toBeVisible();
      const entry = await page.locator('#console').getAttribute('href');
      versions.add(entry?.split('.').at(-2));
      await page.getByRole('link', { name: 'Agencias', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Agencias', level: 1 })).toBeVisible();
    }
    expect(versions).toEqual(new Set(['old', 'new']));
    expect(missing).toEqual([]);
  },
);
