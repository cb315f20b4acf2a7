import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { addressOf } from '#contract/endpoint.ts';
import { Consultas } from '#contract/inquiries.ts';
import { sidOf } from '#contract/sid.ts';
import { v3 } from '#contract/v3.ts';
import { BUSY_AGENCY, SMALL_AGENCY, SMALL_AGENCY_INQUIRIES } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import { AGENCY, sidAt, startLongService } from './long-service.ts';
import type { Vitrina } from './server.ts';
import { expect, rows, test, testInFrontOf } from './test.ts';

const exportButton = (page: Page) => page.getByRole('button', { name: 'Exportar', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const start = (page: Page) => dialog(page).getByRole('button', { name: /^Exportar \d+ columna/ });
const audited = (page: Page) => page.getByRole('table', { name: 'Auditoría' }).getByRole('row');
const status = (page: Page) => page.getByRole('region', { name: 'Exportación' });

async function openDialog(page: Page): Promise<void> {
  await exportButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Exportar consultas' })).toBeVisible();
}

/** Chooses these columns, by their labels, and no others. */
async function choose(page: Page, ...labels: string[]): Promise<void> {
  await unfoldColumns(page);
  await dialog(page).getByRole('button', { name: 'Ninguna' }).click();
  for (const label of labels) await dialog(page).getByRole('checkbox', { name: label, exact: true }).check();
}

async function unfoldColumns(page: Page): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: /^Columnas/, expanded: false })
    .click();
}

/** Starts it and gives what was saved: its name, its bytes as text, and its cells. */
async function saved(page: Page, separator = ';') {
  const saving = page.waitForEvent('download');
  await start(page).click();
  return fileOf(await saving, separator);
}

async function fileOf(download: Download, separator = ';') {
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text, cells: cellsOf(text.replace('\uFEFF', ''), separator) };
}

function cellsOf(text: string, separator: string): string[][] {
  const cells: string[][] = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"\\n${separator}]*)([\\n${separator}]|$)`, 'y');
  while (cell.lastIndex < text.length) {
    const [, written = '', after] = cell.exec(text) ?? [];
    if (after === undefined) throw new Error(`No cell at ${cell.lastIndex}`);
    cells.at(-1)?.push(written.replace(/^"([^]*)"$/, '$1').replaceAll('""', '"'));
    if (after === '\n') cells.push([]);
  }
  return cells.filter((line) => line.length > 0);
}

/** Sids of a page of the list, as the service gives them. */
async function sidsAt(page: Page, agency: string): Promise<string[]> {
  const answer = await page.request.get(addressOf(v3.listInquiries, { adminMail: agency }));
  const { _entries: entries } = Consultas.parse(await answer.json());
  return entries.map((entry) => sidOf(entry) ?? '');
}

/** Writes as a visitor would; gives the sid. */
async function visitorWrites(vitrina: Vitrina, agency: string, person: object): Promise<string> {
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${agency}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Interesado: { Nombre: 'Ana', Apellido: '', ...person } }),
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

test('the file has every inquiry of the list, once and in its order', async ({ page, signIn }) => {
  await signIn('support', `/inquiries?agencia=${SMALL_AGENCY}`);
  await expect(rows(page)).toHaveCount(SMALL_AGENCY_INQUIRIES);
  await openDialog(page);
  const facts = dialog(page).getByLabel('Qué se exporta');
  await expect(facts).toContainText(SMALL_AGENCY);
  await expect(facts).toContainText('(hora de Buenos Aires)');
  await choose(page, 'Identificador (sid)');
  const { name, cells } = await saved(page);
  expect(cells).toEqual([['sid'], ...(await sidsAt(page, SMALL_AGENCY)).map((sid) => [sid])]);
  expect(name).toMatch(/^consultas-hola@lapuna\.example-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByRole('dialog', { name: 'Exportación completa' })).toContainText(name);
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  await expect(exportButton(page)).toBeFocused();

  // Who did it stands in the audit.
  await page.goto('/settings/audit?action=exportInquiries');
  const entry = audited(page).nth(1);
  await expect(entry).toContainText(SMALL_AGENCY);
  await expect(entry).toContainText(`Hecho${SMALL_AGENCY_INQUIRIES} filas`);
  await entry.getByText('exportó consultas').click();
  await expect(entry).toContainText('Filtrosninguno');
});

test('what a spreadsheet would run is text, in the zone and the separators that were chosen', async ({
  page,
  vitrina,
  signIn,
}) => {
  const word = randomUUID().slice(0, 8);
  const comment = `Hola; "${word}"\n=1+1`;
  const harmless = `Hola; "${word}"\n'=1+1`;
  await visitorWrites(vitrina, BUSY_AGENCY, { Nombre: `=HYPERLINK("http://x")`, Comentario: comment });
  await signIn('partner', `/inquiries?agencia=${BUSY_AGENCY}&desde=hoy&buscar=${word}`);
  await expect(rows(page)).toHaveCount(1);
  await openDialog(page);
  await expect(dialog(page).getByLabel('Qué se exporta')).toContainText(`«${word}»`);
  await choose(page, 'Momento', 'Nombre', 'Comentario', 'Precio: importe');
  const zone = dialog(page).getByRole('combobox', { name: 'Zona horaria de los horarios' });
  await expect(zone).toHaveValue('America/Argentina/Buenos Aires');
  await zone.fill('ushuaia');
  await page.getByRole('option', { name: 'America/Argentina/Ushuaia' }).click();
  const spanish = await saved(page);
  expect(spanish.text.startsWith('\uFEFFMomento (America/Argentina/Ushuaia);')).toBe(true);
  const [, [moment, ...told] = []] = spanish.cells;
  expect(told.slice(0, 2)).toEqual([`'=HYPERLINK("http://x")`, harmless]);
  expect(moment).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  // What was chosen is there again, but for the zone: it is the agency's.
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await openDialog(page);
  await expect(start(page)).toHaveText('Exportar 4 columnas');
  await expect(zone).toHaveValue('America/Argentina/Buenos Aires');
  await dialog(page)
    .getByRole('radio', { name: /en inglés/ })
    .check();
  await dialog(page).getByRole('checkbox', { name: /BOM/ }).uncheck();
  const english = await saved(page, ',');
  expect(english.text.startsWith('Momento (America/Argentina/Buenos_Aires),Interesado.Nombre,')).toBe(true);
  expect(english.cells[1]?.[2]).toBe(harmless);
});

test('a narrowed list and a view are exported as they are shown', async ({ page, vitrina, signIn }) => {
  const word = `Vista${randomUUID().slice(0, 8)}`;
  const sids = [];
  for (const name of ['Uno', 'Dos', 'Tres'])
    sids.push(await visitorWrites(vitrina, BUSY_AGENCY, { Nombre: name, Comentario: word }));
  const [first = '', second = '', third = ''] = sids;
  await signIn('partner', `/inquiries/${BUSY_AGENCY}/${first}`);
  await page.getByRole('button', { name: /^Tomar/ }).click();
  await expect(page.getByRole('button', { name: /^Soltar/ })).toBeVisible();
  const exported = async (search: string, shown: number) => {
    await page.goto(`/inquiries?agencia=${BUSY_AGENCY}&${search}`);
    await expect(rows(page)).toHaveCount(shown, { timeout: 20_000 });
    await openDialog(page);
    await choose(page, 'Identificador (sid)');
    const { name, cells } = await saved(page);
    return { name, sids: cells.slice(1).flat() };
  };
  expect((await exported(`desde=hoy&buscar=${word}&todas=1`, 3)).sids).toEqual([third, second, first]);
  const mine = await exported(`vista=mias&desde=hoy&buscar=${word}`, 1);
  expect(mine.sids).toEqual([first]);
  expect(mine.name).toContain('-mias-');
  const waiting = await exported(`vista=esperando&desde=hoy&buscar=${word}`, 3);
  expect(waiting.sids.toSorted()).toEqual([first, second, third].toSorted());
});

test('with the keyboard alone', async ({ page, signIn }) => {
  await signIn('support', `/inquiries?agencia=${SMALL_AGENCY}`);
  await expect(rows(page)).toHaveCount(SMALL_AGENCY_INQUIRIES);
  await exportButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(start(page)).toBeVisible();
  await tabTo(page, 'Columnas');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('checkbox', { name: 'Consulta', exact: true })).toBeVisible();
  await tabTo(page, 'Exportar');
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await saving;
  await expect(dialog(page).getByRole('button', { name: 'Listo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(exportButton(page)).toBeFocused();
});

/** Goes on by Tab until what has the focus begins with these words. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (text.startsWith(words)) return;
  }
  throw new Error(`Tab does not come to ${words}`);
}

/** Lets the export through only once what it gives is called: the service is not waited for so long. */
async function holdExport(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/inquiries\/export\?/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The gateway in front of a service that stops and fails where it is told to. */
const withLong = testInFrontOf(startLongService);

withLong.describe('before a long list', () => {
  withLong.describe.configure({ mode: 'serial' });

  withLong.beforeEach(async ({ service, page, signIn }) => {
    Object.assign(service, { pages: 4, failsFrom: Infinity, silentFrom: Infinity, givenUp: [] });
    await signIn('support', `/inquiries?agencia=${AGENCY}`);
    await expect(rows(page)).toHaveCount(25);
    await openDialog(page);
  });

  withLong('a cancelled export asks the service for nothing more', async ({ page, service }) => {
    service.silentFrom = 3;
    await start(page).click();
    await expect(dialog(page).getByText('2 páginas · 50 leídas de hasta 100')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancelar la exportación' }).click();
    await expect.poll(() => service.givenUp).toEqual([3]);
    // And another may begin.
    service.silentFrom = Infinity;
    const { cells } = await saved(page);
    expect(cells).toHaveLength(101);

    await page.goto('/settings/audit?action=exportInquiries');
    const [whole, cancelled] = [audited(page).nth(1), audited(page).nth(2)];
    await expect(audited(page)).toHaveCount(3);
    await expect(whole).toContainText('exportó consultas de');
    await expect(whole).toContainText('Hecho100 filas');
    await expect(cancelled).toContainText('y lo canceló o se fue antes del final');
    await expect(cancelled).toContainText('Canceladohasta ahí, 50 filas; sin archivo');
    expect(await violations(page)).toEqual([]);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar CSV' }).click();
    const lines = (await fileOf(await downloading, ',')).cells;
    expect(lines.map((line) => [line[4], line[7], line[14]]).slice(1)).toEqual([
      ['exportInquiries', 'Hecho', '100'],
      ['exportInquiries', 'Cancelado', '50'],
    ]);
  });

  withLong(
    'one that fails in the middle is partial, says why, and can be tried again',
    async ({ page, service }) => {
      service.failsFrom = 3;
      await choose(page, 'Identificador (sid)');
      const { name, cells } = await saved(page);
      expect(name).toMatch(/-parcial\.csv$/);
      expect(cells.slice(1, -1)).toEqual(Array.from({ length: 50 }, (_, at) => [sidAt(at)]));
      expect(cells.at(-1)?.[0]).toMatch(/^PARCIAL: faltan consultas del .* el servicio no las dio$/);
      const outcome = page.getByRole('dialog', { name: 'Exportación parcial' });
      await expect(outcome.getByRole('alert')).toContainText('el servicio no las dio');
      await expect(outcome).toContainText(name);
      expect(await violations(page)).toEqual([]);

      service.failsFrom = Infinity;
      const saving = page.waitForEvent('download');
      await outcome.getByRole('button', { name: 'Reintentar' }).click();
      const whole = await fileOf(await saving);
      expect([whole.cells.length, whole.name.includes('parcial')]).toEqual([101, false]);
      await expect(page.getByRole('dialog', { name: 'Exportación completa' })).toBeVisible();

      await page.goto('/settings/audit?action=exportInquiries&outcome=partial');
      const entry = audited(page).nth(1);
      await expect(entry).toContainText('pero no todas');
      await expect(entry).toContainText('Parcial50 filas');
      await entry.getByText('pero no todas').click();
      await expect(entry).toContainText(/Falta.*: el servicio no las dio/);
    },
  );

  withLong('it goes on while one works, and says when it is done', async ({ page, service }) => {
    service.silentFrom = 2;
    const release = await holdExport(page);
    await start(page).click();
    await expect(dialog(page).getByRole('progressbar')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Seguir trabajando' }).click();
    await expect(status(page)).toContainText('Exportando');
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Consultas');
    release();
    await expect(status(page)).toContainText('Exportando: 25 de hasta 100');
    await status(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect.poll(() => service.givenUp).toEqual([2]);
    await expect(status(page)).toBeHidden();

    service.silentFrom = Infinity;
    await page.goBack();
    await openDialog(page);
    const saving = page.waitForEvent('download');
    await start(page).click();
    await dialog(page).getByRole('button', { name: 'Seguir trabajando' }).click();
    await saving;
    await expect(status(page)).toContainText('Exportación completa, guardada.');
    await status(page).getByRole('button', { name: 'Ver' }).click();
    await expect(page.getByRole('dialog', { name: 'Exportación completa' })).toContainText('100 consultas');
  });

  withLong('a second one of the same session is told of the first', async ({ page, service }) => {
    service.silentFrom = 2;
    await start(page).click();
    await expect(dialog(page).getByText('1 página · 25 leídas de hasta 100')).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(`/inquiries?agencia=${AGENCY}`);
    await openDialog(other);
    await start(other).click();
    await expect(dialog(other).getByRole('alert')).toContainText('Ya hay una exportación en curso');
    // Leaving ends it for the gateway too.
    await page.goto('/settings/me');
    await expect.poll(() => service.givenUp).toEqual([2]);
    service.silentFrom = Infinity;
    const saving = other.waitForEvent('download');
    await dialog(other).getByRole('button', { name: 'Reintentar' }).click();
    expect((await fileOf(await saving)).cells).toHaveLength(101);
  });

  withLong('signing out ends it', async ({ page, service }) => {
    service.silentFrom = 2;
    await start(page).click();
    await dialog(page).getByRole('button', { name: 'Seguir trabajando' }).click();
    await expect(status(page)).toContainText('Exportando: 25');
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByLabel('Contraseña')).toBeVisible();
    await expect.poll(() => service.givenUp).toEqual([2]);
  });
});

for (const width of [360, 1440])
  test(`axe finds nothing, and nothing is cut off, at ${width} px`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 740 });
    await signIn('seller');
    await expect(rows(page)).toHaveCount(25);
    await openDialog(page);
    await unfoldColumns(page);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect(start(page)).toBeInViewport({ ratio: 1 });
    await dialog(page).getByRole('button', { name: 'Ninguna' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Elegí al menos una columna.');
    await expect(start(page)).toBeDisabled();
  });

test('days that the service does not give are told apart from a failure', async ({ page, signIn }) => {
  await signIn('support', `/inquiries?agencia=${SMALL_AGENCY}&desde=2020-01-01`);
  await openDialog(page);
  await start(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Ese período no se puede exportar');
});
