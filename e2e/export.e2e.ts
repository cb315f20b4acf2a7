import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { AGENCY, test as testWithFaults } from './fault-service.ts';
import { rows } from './inbox-page.ts';
import { holdRequests } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

/** The state of one job. */
const JOB = /\/desk\/jobs\/[\w-]{36}$/;

const exportButton = (page: Page) => page.getByRole('button', { name: 'Exportar', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const start = (page: Page) => dialog(page).getByRole('button', { name: /^Exportar \d+ columna/ });
const audited = (page: Page) => page.getByRole('table', { name: 'Auditoría' }).getByRole('row');
/** Its progress on any page, and the notice of its end. */
const indicator = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Exportar consultas/ });
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Terminó: Exportar consultas' });

async function openDialog(page: Page): Promise<void> {
  await exportButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Exportar consultas' })).toBeVisible();
  const purpose = dialog(page).getByRole('textbox', { name: /^Para qué/ });
  // Support exports masked, without a purpose.
  if (await purpose.isVisible()) await purpose.fill('Informe mensual');
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

test(
  'a seller exports a view as it is shown, and finds the columns of last time again',
  { tag: '@full' },
  async ({ page, agency, clientOf, signIn }) => {
    await agency.receive('Ana', { Auto: { Marca: 'Ford' } });
    await agency.receive('Beto', { Auto: { Marca: 'Fiat' } });
    await agency.receive('Ciro', { Auto: { Marca: 'Ford' } });
    await signIn(agency.seller, '/inquiries?vista=esperando&marca=Ford');
    await expect(rows(page).getByRole('link')).toHaveText(['Ana', 'Ciro']);
    await openDialog(page);
    await expect(dialog(page).getByLabel('Qué se exporta', { exact: true })).toContainText(
      /Agencia-[0-9a-f]{8}/,
    );
    await chooseColumns(page, 'Nombre', 'Marca');
    const { name, lines } = await savedBy(page, () => start(page).click());
    expect(lines).toEqual(['Nombre;Marca', 'Ana;Ford', 'Ciro;Ford']);
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
  },
);

test('a seller exports by keyboard alone', { tag: '@full' }, async ({ page, agency, signIn }) => {
  await agency.receive('Ana');
  await signIn(agency.seller);
  await expect(rows(page)).toHaveCount(1);
  await exportButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(start(page)).toBeVisible();
  await tabTo(page, 'Columnas');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('checkbox', { name: 'Consulta', exact: true })).toBeVisible();
  await dialog(page)
    .getByRole('textbox', { name: /^Para qué/ })
    .focus();
  await page.keyboard.type('Informe mensual');
  await tabTo(page, 'Exportar');
  const { lines } = await savedBy(page, () => page.keyboard.press('Enter'));
  expect(lines).toHaveLength(2);
  await expect(dialog(page).getByRole('button', { name: 'Listo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(exportButton(page)).toBeFocused();
});

test(
  'a workbook that was exported is recognized by the import, which finds its inquiries',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await agency.receive('Ana', { Interesado: { Telefono: '0341 15-555-0134' } });
    await agency.receive('Beto', { Interesado: { Telefono: '', Email: 'beto@compra.example' } });
    await signIn('partner', `/inquiries?agencia=${agency.adminMail}`);
    await expect(rows(page)).toHaveCount(2);
    await openDialog(page);
    await dialog(page).getByRole('radio', { name: /XLSX/ }).check();
    const saving = page.waitForEvent('download');
    await start(page).click();
    const download = await saving;
    const name = download.suggestedFilename();
    expect(name).toMatch(/\.xlsx$/);
    await page.goto('/settings/import');
    const buffer = await readFile(await download.path());
    await page.getByLabel('Archivo CSV o XLSX').setInputFiles({ name, mimeType: '', buffer });
    await page.getByRole('button', { name: 'Buscar las consultas de 2 filas' }).click();
    await expect(page.getByRole('table', { name: 'Filas del archivo' }).getByRole('link')).toHaveText([
      'Beto',
      'Ana',
    ]);
  },
);

test(
  'an export continues while somebody works, and its file is saved and can be downloaded again',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await Promise.all(['Ana', 'Beto'].map((name) => agency.receive(name)));
    await signIn(agency.seller);
    await expect(rows(page)).toHaveCount(2);
    await openDialog(page);
    const release = await holdRequests(page, JOB);
    await start(page).click();
    await dialog(page).getByRole('button', { name: 'Seguir trabajando' }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(indicator(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Consultas');
    await expect(indicator(page)).toBeVisible();
    const { name, lines } = await savedBy(page, async () => release());
    expect(lines).toHaveLength(3);
    await expect(indicator(page)).toHaveCount(0);
    await expect(notice(page)).toContainText('(2 consultas)');
    await notice(page).getByRole('link', { name: 'Ver el proceso' }).click();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    const secondFile = await savedBy(page, () => page.getByRole('link', { name: 'Descargar' }).click());
    expect(secondFile).toEqual({ name, lines });
  },
);

testWithFaults(
  'an export goes on after a reload, and is cancelled from its page',
  { tag: '@full' },
  async ({ page, service, signIn, clientOf }) => {
    const support = await clientOf('support');
    await signIn('support', `/inquiries?agencia=${AGENCY}`);
    // The index may hold inquiries of an earlier test.
    await expect(page.getByRole('navigation', { name: 'Vistas' })).toContainText(/Para responder[1-9]/);
    service.fail('slow');
    /** Starts one that is paused while the newest inquiries are read. */
    const startAndPause = () =>
      expect(async () => {
        await page.goto(`/inquiries?agencia=${AGENCY}`);
        await openDialog(page);
        await start(page).click();
        await expect(dialog(page).getByRole('button', { name: /Seguir trabajando|Listo/ })).toBeVisible();
        // The list counts as complete for some seconds after it was read, so the job is polled.
        const [job] = (await support.call(desk.listJobs, { query: { running: '1' } })).jobs;
        const id = job?.id ?? '';
        expect(id).not.toBe('');
        await support.call(desk.setJobState, { params: { id }, body: { state: 'paused' } });
        await page.goto(`/jobs/${id}`);
      }).toPass();
    const cancel = page.getByRole('button', { name: 'Cancelar el proceso' });
    await startAndPause();
    await cancel.click();
    await dialog(page).getByRole('button', { name: 'Cancelar el proceso' }).click();
    await expect(page.getByText('Cancelado')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Descargar' })).toHaveCount(0);

    await startAndPause();
    service.recover();
    await page.getByRole('button', { name: 'Seguir' }).click();
    const download = page.getByRole('link', { name: 'Descargar' });
    await expect(download).toBeVisible({ timeout: 25_000 });
    const { lines } = await savedBy(page, () => download.click());
    expect(lines.length).toBeGreaterThanOrEqual(2);
  },
);

testWithFaults(
  'an export while the service fails is partial, says why, and can be tried again',
  { tag: '@full' },
  async ({ page, service, signIn }) => {
    await signIn('support', `/inquiries?agencia=${AGENCY}`);
    // The index may hold inquiries of an earlier test.
    await expect(page.getByRole('navigation', { name: 'Vistas' })).toContainText(/Para responder[1-9]/);
    let saved = 0;
    service.fail('error');
    const partial = page.getByRole('dialog', { name: 'Exportación parcial' });
    // The list counts as complete for some seconds after it was read, so the dialog is opened until it warns.
    await expect(async () => {
      await openDialog(page);
      const { name, lines } = await savedBy(page, () => start(page).click());
      if (!name.includes('parcial')) await dialog(page).getByRole('button', { name: 'Listo' }).click();
      expect(name).toMatch(/-enmascarado-parcial\.csv$/);
      saved = lines.length - 2;
      expect(saved).toBeGreaterThan(0);
      expect(lines.at(-1)).toMatch(
        /^PARCIAL: ventas@rota.example: pueden faltar .*: el servicio no respondió$/,
      );
    }).toPass();
    await expect(partial.getByRole('alert')).toContainText('el servicio no respondió');

    service.recover();
    await expect(async () => {
      const retryButton = page.getByRole('dialog').getByRole('button', { name: 'Reintentar' });
      const { name } = await savedBy(page, () => retryButton.click());
      expect(name).not.toContain('parcial');
    }).toPass();
    await expect(page.getByRole('dialog', { name: 'Exportación completa' })).toBeVisible();
    await page.goto('/settings/audit?action=exportInquiries&outcome=partial');
    await expect(audited(page).nth(1)).toContainText(`Parcial${saved} fila`);
  },
);
