import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { AGENCY, pageIn, sidAt, test as withFaults } from './fault-service.ts';
import { rows } from './inbox-page.ts';
import { holdRequests } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// One gateway in front of the failing service serves all tests of this file.
test.describe.configure({ mode: 'default' });

const exportButton = (page: Page) => page.getByRole('button', { name: 'Exportar', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const start = (page: Page) => dialog(page).getByRole('button', { name: /^Exportar \d+ columna/ });
const audited = (page: Page) => page.getByRole('table', { name: 'Auditoría' }).getByRole('row');
/** What is told of an export that goes on beside the work. */
const status = (page: Page) => page.getByRole('region', { name: 'Exportación' });

async function openDialog(page: Page): Promise<void> {
  await exportButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Exportar consultas' })).toBeVisible();
}

/** Chooses these columns and no others. */
async function chooseColumns(page: Page, ...labels: string[]): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: /^Columnas/, expanded: false })
    .click();
  await dialog(page).getByRole('button', { name: 'Ninguna' }).click();
  for (const label of labels) await dialog(page).getByRole('checkbox', { name: label, exact: true }).check();
}

/** Does what starts an export, and reads the file that is saved. */
async function savedBy(page: Page, act: () => Promise<void>) {
  const saving = page.waitForEvent('download');
  await act();
  return readLines(await saving);
}

async function readLines(download: Download) {
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.replace('\uFEFF', '').trimEnd().split('\n') };
}

/** Presses Tab until what has the focus begins with these words. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (text.startsWith(words)) return;
  }
  throw new Error(`Tab does not come to ${words}`);
}

test('a seller exports a view as it is shown, and finds the columns of last time again', async ({
  page,
  agency,
  clientOf,
  signIn,
}) => {
  await agency.receive('Ana', { Auto: { Marca: 'Ford' } });
  await agency.receive('Beto', { Auto: { Marca: 'Fiat' } });
  await agency.receive('Ciro', { Auto: { Marca: 'Ford' } });
  await signIn(agency.seller, '/inquiries?vista=esperando&marca=Ford');
  await expect(rows(page).getByRole('link')).toHaveText(['Ana', 'Ciro']);
  await openDialog(page);
  await expect(dialog(page).getByLabel('Qué se exporta')).toContainText(agency.adminMail);
  await chooseColumns(page, 'Nombre', 'Marca');
  const { name, lines } = await savedBy(page, () => start(page).click());
  // A file is in the order of the service.
  expect(lines).toEqual(['Interesado.Nombre;Auto.Marca', 'Ciro;Ford', 'Ana;Ford']);
  expect(name).toMatch(/^consultas-ventas-.*-esperando-.*\.csv$/);
  await expect(page.getByRole('dialog', { name: 'Exportación completa' })).toContainText(name);

  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await openDialog(page);
  await expect(start(page)).toHaveText('Exportar 2 columnas');

  await page.context().addCookies(await (await clientOf('partner')).cookies());
  await page.goto('/settings/audit?action=exportInquiries');
  await expect(audited(page).nth(1)).toContainText(agency.adminMail);
  await expect(audited(page).nth(1)).toContainText('Hecho2 filas');
});

test('an export with the keyboard alone', { tag: '@full' }, async ({ page, agency, signIn }) => {
  await agency.receive('Ana');
  await signIn(agency.seller);
  await expect(rows(page)).toHaveCount(1);
  await exportButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(start(page)).toBeVisible();
  await tabTo(page, 'Columnas');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('checkbox', { name: 'Consulta', exact: true })).toBeVisible();
  await tabTo(page, 'Exportar');
  const { lines } = await savedBy(page, () => page.keyboard.press('Enter'));
  expect(lines).toHaveLength(2);
  await expect(dialog(page).getByRole('button', { name: 'Listo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(exportButton(page)).toBeFocused();
});

withFaults.describe('before a long list', () => {
  /** The calls of an export: they name the last day, and those of the inbox do not. */
  const ofExport = (from: number) => (url: URL) => url.searchParams.has('hasta') && pageIn(url) >= from;

  withFaults.beforeEach(async ({ service, page, signIn }) => {
    service.inquiries = 100;
    await signIn('support', `/inquiries?agencia=${AGENCY}`);
    await expect(rows(page)).toHaveCount(25);
    await openDialog(page);
  });

  withFaults(
    'an export that fails in the middle is partial, says why, and can be tried again',
    async ({ page, service }) => {
      service.fail('error', ofExport(3));
      await chooseColumns(page, 'Identificador (sid)');
      const { name, lines } = await savedBy(page, () => start(page).click());
      expect(name).toMatch(/-parcial\.csv$/);
      expect(lines.slice(1, -1)).toEqual(Array.from({ length: 50 }, (_, at) => sidAt(at)));
      expect(lines.at(-1)).toMatch(/^PARCIAL: faltan consultas del .* el servicio no las dio$/);
      const outcome = page.getByRole('dialog', { name: 'Exportación parcial' });
      await expect(outcome.getByRole('alert')).toContainText('el servicio no las dio');

      service.recover();
      const whole = await savedBy(page, () => outcome.getByRole('button', { name: 'Reintentar' }).click());
      expect(whole.lines).toHaveLength(101);
      await expect(page.getByRole('dialog', { name: 'Exportación completa' })).toBeVisible();

      await page.goto('/settings/audit?action=exportInquiries&outcome=partial');
      await expect(audited(page).nth(1)).toContainText('Parcial50 filas');
    },
  );

  withFaults(
    'an export goes on beside the work, is cancelled from there, and asks for nothing more',
    async ({ page, service }) => {
      service.fail('silent', ofExport(2));
      // Only once the page is left: the service is not waited for so long.
      const release = await holdRequests(page, /\/inquiries\/export\?/);
      await start(page).click();
      await dialog(page).getByRole('button', { name: 'Seguir trabajando' }).click();
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(status(page)).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('link', { name: 'Catálogos' }).click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Consultas');
      release();
      await expect(status(page)).toContainText('Exportando: 25 de hasta 100');
      await expect.poll(() => [...service.waitedFor]).toEqual([2]);
      await status(page).getByRole('button', { name: 'Cancelar' }).click();
      await expect.poll(() => [...service.waitedFor]).toEqual([]);
      await expect(status(page)).toBeHidden();

      service.recover();
      await page.goBack();
      await openDialog(page);
      await savedBy(page, async () => {
        await start(page).click();
        await dialog(page).getByRole('button', { name: 'Seguir trabajando' }).click();
      });
      await expect(status(page)).toContainText('Exportación completa, guardada.');
      await status(page).getByRole('button', { name: 'Ver' }).click();
      await expect(page.getByRole('dialog', { name: 'Exportación completa' })).toContainText('100 consultas');

      await page.goto('/settings/audit?action=exportInquiries&outcome=cancelled');
      await expect(audited(page).nth(1)).toContainText('Canceladohasta ahí, 25 filas; sin archivo');
    },
  );
});
