import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { paths } from '#console/paths.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { createSeller } from './actions.ts';
import { type HostileService, mailOf, startHostileService } from './hostile-service.ts';
import { panel, rows } from './inbox-page.ts';
import { expect, fillSignIn, test, testWithUpstream } from './test.ts';

test('the credentials of the app never reach the browser', async ({ page, vitrina, signIn }) => {
  const { key, secret } = JSON.parse(
    readFileSync(join(vitrina.dataDir, 'app-credentials.json'), 'utf8'),
  ) as Record<string, string>;
  const received: string[] = [];
  page.on('response', (response) => {
    received.push(JSON.stringify(response.headers()));
    void response.text().then(
      (text) => received.push(text),
      // Redirects and aborted requests have no body.
      () => undefined,
    );
  });
  await signIn('partner');
  await rows(page).first().getByRole('link').click();
  await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
  received.push(await page.content(), JSON.stringify(await page.context().storageState()));
  expect(received.length).toBeGreaterThan(6);
  for (const credential of [key, secret])
    expect(received.some((text) => text.includes(String(credential)))).toBe(false);
});

test('the built console contains no secret, no source and no code of the servers', ({ vitrina }) => {
  const root = resolve(import.meta.dirname, '..');
  const files = filesIn(join(root, 'dist'));
  expect(files.length).toBeGreaterThan(20);
  expect(
    files.filter(
      (file) =>
        // The gateway reads it, and serves it to nobody.
        !/\.(?:html|js|css|svg|ico|png|txt|woff2|webmanifest)(?:\.(?:br|gz))?$|\/ahead\/pages\.json$/.test(
          file,
        ),
    ),
  ).toEqual([]);
  const built = files.filter((file) => !/\.(?:br|gz)$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  const holding = (text: string) => built.some((code) => code.includes(text));

  const patterns =
    /APP_SECRET|APP_KEY|CONSOLE_KEY|SERVICE_KEY|SMTP_URL|DATABASE_URL|UPSTREAM_URL|SVC-|createHmac|whsec_[\w+/]{8}|PRIVATE KEY|sourceMappingURL|src\/(?:gateway|service|database|signing)|node_modules\/|demo-people|__Host-/g;
  expect(built.flatMap((code) => code.match(patterns) ?? [])).toEqual([]);
  const { key, secret } = JSON.parse(
    readFileSync(join(vitrina.dataDir, 'app-credentials.json'), 'utf8'),
  ) as Record<string, string>;
  const secrets = [key, secret, ...Object.values(vitrina.people).map(({ password }) => password)].map(String);
  expect(secrets.filter(holding)).toEqual([]);

  // Collects the sentences that only the lazy chunks contain.
  const { behind, others } = sourcesIn(join(root, 'src'));
  const sentences = [...behind.matchAll(/'([^'\n\\]* [^'\n\\]*)'/g)].map(([, text = '']) => text);
  const own = sentences.filter((text) => text.length >= 20 && !others.includes(text));
  expect(own.length).toBeGreaterThan(50);
  expect(own.filter(holding)).toEqual([]);
});

const CANARIES = Array.from({ length: 20 }, (_, index) => `canario-${String(index + 10)}-dorado`);

/** A service whose texts about one agency are canaries, and about others are not. */
function startCanaryService(): Promise<HostileService> {
  let count = 0;
  return startHostileService((_field, _index, path) =>
    path.includes(BUSY_AGENCY) ? (CANARIES[count++ % CANARIES.length] ?? '') : 'nada de nadie',
  );
}

const testWithCanaries = testWithUpstream(startCanaryService);
testWithCanaries.use({ freshContext: true });

testWithCanaries(
  'nothing that was seen is left in the browser after signing out, nor for the next person',
  { tag: '@full' },
  async ({ page, context, vitrina, signIn, clientOf }) => {
    const canariesIn = (text: string) => CANARIES.filter((canary) => text.includes(canary));
    const partner = await clientOf('partner');
    const seller = await createSeller(vitrina, partner, { agencies: [BUSY_AGENCY], name: 'Valeria Sosa' });
    const nextSeller = await createSeller(vitrina, partner, { agencies: [mailOf(1)] });

    const seen = new Set<string>();
    const addresses = new Set<string>();
    const reading: Promise<unknown>[] = [];
    // A stream of events ends only with its page.
    const isWhole = (response: Response) => !response.headers()['content-type']?.includes('event-stream');
    page.on('response', (response) => {
      if (!isWhole(response)) return;
      reading.push(
        response.text().then(
          (text) => {
            const found = canariesIn(text);
            for (const canary of found) seen.add(canary);
            if (found.length > 0) addresses.add(response.url());
            return found;
          },
          // Redirections, and what was broken off, have none.
          () => undefined,
        ),
      );
    });
    await signIn(seller);
    await expect(rows(page)).toHaveCount(25);
    await rows(page).nth(1).getByRole('link').click();
    await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
    await page.goto(paths.inquiries(`agencia=${BUSY_AGENCY}&pagina=2`));
    await expect(rows(page)).toHaveCount(25);
    await page.goto(paths.agency(BUSY_AGENCY));
    await expect(page.getByText(/canario-/).first()).toBeVisible();
    await page.goto(paths.me());
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    await Promise.all(reading);
    expect(seen.size, 'canaries that were there to be kept').toBe(CANARIES.length);
    expect(addresses.size).toBeGreaterThan(1);

    expect(canariesIn(await storedIn(page, context, [...addresses]))).toEqual([]);
    for (let back = 0; back < 3; back += 1) {
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
      expect(canariesIn(await page.content())).toEqual([]);
    }

    const shown: string[] = [];
    page.on('response', (response) => {
      if (!isWhole(response)) return;
      reading.push(
        response.text().then(
          (text) => shown.push(text),
          () => undefined,
        ),
      );
    });
    await page.goto('/');
    await fillSignIn(page, nextSeller);
    await expect(page.getByRole('button', { name: /Cuenta de/ })).toBeVisible();
    // The view that opens first is of the index, which has none of those without a date.
    await page.goto(paths.inquiries(`agencia=${mailOf(1)}`));
    await expect(rows(page)).toHaveCount(25);
    await Promise.all(reading);
    shown.push(await page.content(), await storedIn(page, context, []), page.url());
    expect(shown.length).toBeGreaterThan(4);
    expect(canariesIn(shown.join('\n'))).toEqual([]);
    for (const own of [BUSY_AGENCY, seller.mail, 'Valeria Sosa'])
      expect(shown.filter((text) => text.includes(own))).toEqual([]);
  },
);

/** Everything that a browser keeps for the console. */
async function storedIn(page: Page, context: BrowserContext, addresses: string[]): Promise<string> {
  const inPage = await page.evaluate(async (asked) => {
    const found: unknown[] = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      name,
      history.state,
    ];
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const request of await cache.keys())
        found.push(request.url, await (await cache.match(request))?.text());
    }
    for (const { name: databaseName = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(databaseName);
        opening.addEventListener('success', () => done(opening.result));
        opening.addEventListener('error', () => failed(new Error(databaseName)));
      });
      for (const store of database.objectStoreNames)
        found.push(
          await new Promise((done) => {
            const all = database.transaction(store).objectStore(store).getAll();
            all.addEventListener('success', () => done(all.result));
          }),
        );
    }
    for (const address of asked)
      found.push(
        await fetch(address, { mode: 'same-origin', cache: 'only-if-cached' }).then(
          (answer) => answer.text(),
          () => 'not there',
        ),
      );
    found.push((await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
    return JSON.stringify(found);
  }, addresses);
  return inPage + JSON.stringify(await context.storageState());
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The sources of gateway, service and all that only they use, and the others, which the console may use. */
function sourcesIn(folder: string): { behind: string; others: string } {
  const sources = { behind: '', others: '' };
  for (const file of filesIn(folder)) {
    if (!/\.(?:tsx?|po)$/.test(file) || file.endsWith('.test.ts')) continue;
    const used = /\/src\/(?:console|contract|matching)\//.test(file);
    sources[used ? 'others' : 'behind'] += `${readFileSync(file, 'utf8')}\n`;
  }
  return sources;
}
