import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, test as base } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { createRelease } from '#testing/releases.ts';
import { freePort, readDemoPeople, spawnServer } from '#testing/server-process.ts';
import { panelHeading } from './inbox-page.ts';
import { expect, fillSignIn, rows, test } from './test.ts';

test.use({ freshContext: true, serviceWorkers: 'allow' });

const LIST = `/inquiries?agencia=${BUSY_AGENCY}`;
const banner = (page: Page) => page.getByRole('main').getByText(/Sin conexión. Datos de .+\./);

/** The service worker has stored its version, and serves the next page. */
const waitForWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);

const readStored = (page: Page) =>
  page.evaluate(async () => {
    const cache = (await caches.has('vitrina-offline')) && (await caches.open('vitrina-offline'));
    const requests = cache ? await cache.keys() : [];
    return {
      urls: requests.map(({ url }) => decodeURIComponent(url)),
      session: localStorage.getItem('vitrina-session'),
    };
  });

/** Opens the first inquiry of the list, and waits until the browser has stored it. @returns its name and sid */
async function openFirst(page: Page): Promise<{ name: string; sid: string }> {
  const link = rows(page).getByRole('link').first();
  const name = await link.innerText();
  await link.click();
  await expect(panelHeading(page)).toHaveText(name);
  const sid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect
    .poll(async () => (await readStored(page)).urls)
    .toContainEqual(expect.stringMatching(new RegExp(`/offline/viewInquiry/.*${sid}`)));
  return { name, sid };
}

test(
  'a reload without a connection shows the inquiry that was opened, and its age',
  { tag: '@full' },
  async ({ page, context, signIn }) => {
    await signIn('support', LIST);
    const { name, sid } = await openFirst(page);
    await waitForWorker(page);
    await context.setOffline(true);
    await page.reload();
    await expect(panelHeading(page)).toHaveText(name);
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Sin conexión\.$/ })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();

    await test.step('an inquiry that was never opened says so, with a way back', async () => {
      await page.goto(`/inquiries/${BUSY_AGENCY}/${sid.slice(0, -4)}0000?agencia=${BUSY_AGENCY}`);
      const alert = page.getByRole('alert').filter({ hasText: 'Sin conexión a internet' });
      await expect(alert).toContainText('no está entre lo que este navegador guardó');
      await alert.getByRole('button', { name: 'Volver a la lista' }).click();
      await expect(rows(page).first()).toBeVisible();
    });

    await test.step('a page whose data were never read opens with its code', async () => {
      await page.goto('/settings/audit');
      await expect(page.getByRole('heading', { name: 'Auditoría', level: 1 })).toBeVisible();
      await expect(page.getByRole('alert').first()).toContainText('Sin conexión a internet');
    });

    await test.step('the banner goes with the connection', async () => {
      await page.goto(LIST);
      await expect(banner(page)).toBeVisible();
      await context.setOffline(false);
      await expect(banner(page)).toBeHidden({ timeout: 20_000 });
    });
  },
);

test(
  'signing out erases what could be read offline, and so does the end of the session',
  { tag: '@full' },
  async ({ page, context, vitrina }) => {
    const signInByForm = async () => {
      await page.goto(LIST);
      await fillSignIn(page, vitrina.people.support);
      await expect(rows(page).first()).toBeVisible();
    };
    await signInByForm();
    await openFirst(page);
    await waitForWorker(page);
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(await readStored(page)).toEqual({ urls: [], session: null });
    expect(await page.evaluate(() => caches.keys())).toEqual([]);

    await signInByForm();
    await openFirst(page);
    await waitForWorker(page);
    expect((await readStored(page)).session).toContain(vitrina.people.support.mail);
    await context.clearCookies();
    await rows(page).getByRole('link').nth(3).click();
    await expect(page.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
    await expect.poll(() => readStored(page)).toEqual({ urls: [], session: null });
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    await expect(page.getByText('Vas a poder entrar cuando vuelva.')).toBeVisible();
  },
);

test(
  'reading offline is switched off for a person, and erases what was stored',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('support', LIST);
    await openFirst(page);
    await page.goto('/settings/me');
    const offlineReading = page.getByRole('switch', { name: 'Leer sin conexión' });
    await expect(offlineReading).toBeChecked();
    await offlineReading.click();
    await expect.poll(() => readStored(page)).toEqual({ urls: [], session: null });
    await page.goto(LIST);
    await expect(rows(page).first()).toBeVisible();
    await waitForWorker(page);
    expect(await readStored(page)).toEqual({ urls: [], session: null });
  },
);

// This test starts gateways of its own, so it does without the `vitrina` fixture.
base.describe(() => {
  base.use({ serviceWorkers: 'allow' });
  base(
    'a page and its code are of one version, with a connection and without',
    { tag: '@full' },
    async ({ page, context }) => {
      base.setTimeout(120_000);
      await using cleanup = new AsyncDisposableStack();
      const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'vitrina-offline-')));
      const [port, servicePort] = [await freePort(), await freePort()];
      const environment = {
        DATA_DIR: join(folder.path, 'data'),
        DEMO: '1',
        PORT: String(port),
        SERVICE_PORT: String(servicePort),
      };
      const start = async (version: string) => {
        const release = join(folder.path, version);
        await createRelease(release, version);
        return spawnServer('start.ts', environment, release);
      };
      const versionOf = async (of: Page) =>
        (await of.locator('#console').getAttribute('href'))?.split('.').at(-2);
      const url = `http://localhost:${port}`;

      const old = await start('old');
      await page.goto(`${url}${LIST}`);
      await fillSignIn(page, (await readDemoPeople(environment.DATA_DIR)).support);
      await expect(rows(page).first()).toBeVisible();
      await waitForWorker(page);
      await old.stop();
      cleanup.use(await start('new'));

      // The page of the old version goes on, and a page of the new one brings its own service worker.
      await page.getByRole('link', { name: 'Plantillas' }).click();
      await expect(page.getByRole('heading', { name: 'Plantillas', level: 1 })).toBeVisible();
      const newPage = await context.newPage();
      await newPage.goto(`${url}${LIST}`);
      expect([await versionOf(page), await versionOf(newPage)]).toEqual(['old', 'new']);
      await expect(rows(newPage).first()).toBeVisible();
      const shells = () =>
        newPage.evaluate(async () =>
          (await caches.keys()).filter((name) => name.startsWith('vitrina-shell')),
        );
      await expect.poll(async () => (await shells()).length, { timeout: 30_000 }).toBe(2);
      await newPage.evaluate(async () => {
        const { waiting, installing } = await navigator.serviceWorker.ready;
        const next = installing ?? waiting;
        if (next && next.state !== 'activated')
          await new Promise((resolve) => {
            next.addEventListener('statechange', () => next.state === 'activated' && resolve(undefined));
          });
      });

      await context.setOffline(true);
      // The old page still loads code of its own version.
      await page.getByRole('link', { name: 'Auditoría' }).click();
      await expect(page.getByRole('heading', { name: 'Auditoría', level: 1 })).toBeVisible();
      const failed: string[] = [];
      newPage.on('requestfailed', (request) => failed.push(request.url()));
      for (const reloaded of [page, newPage]) {
        await reloaded.reload();
        await expect(reloaded.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
        expect(await versionOf(reloaded)).toBe('new');
      }
      expect(failed.filter((address) => address.includes('/assets/'))).toEqual([]);
    },
  );
});
