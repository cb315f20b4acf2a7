import { type Page, expect } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { violations } from './axe.ts';
import { expectRowsReady, list, panelHeading, rowOf, rowWith, rows, undoNotice } from './inbox-page.ts';
import { test } from './own-agency.ts';

// Many inquiries at once: selected in the list, changed by one job, and taken back as a whole.

const bar = (page: Page) => page.getByRole('region', { name: 'Consultas elegidas' });
const checkboxOf = (page: Page, name: string) =>
  rows(page).getByRole('checkbox', { name: `Elegir la consulta de ${name}`, exact: true });
const jobLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Tomar/ });

test('a page of inquiries is selected by keys and Shift, changed at once, and taken back by one undo', async ({
  page,
  agency,
  signIn,
}) => {
  for (const name of ['Ana', 'Beto', 'Caro', 'Dora']) await agency.receive(name);
  await signIn(agency.seller, '/inquiries?vista=hoy');
  await expectRowsReady(page);
  // Newest first; the checkbox is under the pointer only, and nothing moves when it appears.
  const place = await rowOf(page, 'Beto').boundingBox();
  // The code of the keys may come after the rows.
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(rowOf(page, 'Dora')).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('x');
  await expect(checkboxOf(page, 'Dora')).toBeChecked();
  await checkboxOf(page, 'Beto').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 elegidas');
  await expect(list(page).getByRole('status').filter({ hasText: '3 elegidas' })).toHaveCount(1);
  expect(await rowOf(page, 'Beto').boundingBox()).toEqual(place);
  await page.keyboard.press('e');
  await expect(undoNotice(page)).toContainText('3 consultas: Estado: Contactada');
  await expect(bar(page)).toHaveCount(0);
  for (const name of ['Beto', 'Caro', 'Dora']) await expect(rowWith(page, name)).toContainText('Contactada');
  await expect(rowWith(page, 'Ana')).not.toContainText('Contactada');
  await page.keyboard.press('z');
  await expect(page.getByRole('alert').filter({ hasText: 'Deshecho' })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Contactada' })).toHaveCount(0);

  await page.keyboard.press('*');
  await page.keyboard.press('a');
  await expect(bar(page)).toContainText('4 elegidas');
  // An open inquiry keeps the selection; Escape clears it before it closes the inquiry.
  await rowOf(page, 'Ana').click();
  await expect(panelHeading(page)).toHaveText('Ana');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(panelHeading(page)).toHaveText('Ana');
});

test(
  'all of a view are changed by a job that is paused and continued after a reload, and taken back',
  { tag: '@full' },
  async ({ page, agency, signIn, clientOf }) => {
    const count = 120;
    await Promise.all(Array.from({ length: count }, (_, at) => agency.receive(`Persona ${at}`)));
    const client = await clientOf(agency.seller);
    const total = async () => (await client.call(desk.countInquiries)).builtIn.esperando;
    await expect.poll(total, { timeout: 15_000 }).toBe(count);
    await signIn(agency.seller, '/inquiries?vista=esperando');
    await expectRowsReady(page);
    await page.getByRole('button', { name: 'Elegir varias' }).click();
    await page.getByRole('button', { name: `Las ${count} de la vista` }).click();
    await expect(bar(page)).toContainText(`${count} elegidas`);
    const started = page.waitForResponse(/follow-up-changes/);
    await page.getByRole('button', { name: 'Tomarlas' }).click();
    const { id } = (await (await started).json()) as { id: string };
    await client.call(desk.setJobState, { params: { id }, body: { state: 'paused' } });
    await page.goto('/jobs');
    await page.reload();
    const row = page.getByRole('table', { name: 'Procesos' }).getByRole('row').nth(1);
    await expect(row).toContainText('En pausa');
    await expect(row).toContainText(`de ${count}`);
    await row.getByRole('link', { name: 'Tomar' }).click();
    await page.getByRole('button', { name: 'Seguir' }).click();
    await expect(page.getByText('Terminado')).toBeVisible();
    await expect(jobLink(page)).toHaveCount(0);
    expect((await client.call(desk.countInquiries)).builtIn.mias).toBe(count);

    await test.step('the job is undone', async () => {
      await page.getByRole('button', { name: 'Deshacer lo hecho' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deshacer: Tomar');
      await expect(page.getByText('Terminado')).toBeVisible();
      await expect(page.getByText(`${count} de ${count}`)).toBeVisible();
    });
  },
);

test('support has nothing to select rows with', { tag: '@full' }, async ({ page, agency, signIn }) => {
  await agency.receive('Ana');
  await signIn('support', `/inquiries?agencia=${agency.adminMail}&vista=hoy`);
  await expectRowsReady(page);
  await expect(rows(page).getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Elegir varias' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'a tap on a row selects it once selecting has begun',
    { tag: '@full' },
    async ({ page, agency, signIn }) => {
      for (const name of ['Ana', 'Beto']) await agency.receive(name);
      await signIn(agency.seller, '/inquiries?vista=hoy');
      await expectRowsReady(page);
      await expect(rows(page).getByRole('checkbox')).toHaveCount(0);
      await page.getByRole('button', { name: 'Elegir varias' }).tap();
      await rowWith(page, 'Ana').tap();
      await expect(bar(page)).toContainText('1 elegida');
      await expect(panelHeading(page)).toHaveCount(0);
      await bar(page).getByRole('button', { name: 'Tomarlas' }).tap();
      await expect(undoNotice(page)).toBeVisible();
      await rowWith(page, 'Beto').tap();
      await expect(panelHeading(page)).toHaveText('Beto');
    },
  );
});

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 740 } });

    test('selected inquiries and jobs are accessible', async ({ page, agency, signIn }) => {
      for (const name of ['Ana', 'Beto']) await agency.receive(name);
      await signIn(agency.seller, '/inquiries?vista=hoy');
      await expectRowsReady(page);
      await page.getByRole('button', { name: 'Elegir varias' }).click();
      await page.getByRole('button', { name: 'Las 2 en pantalla' }).click();
      for (const panel of ['Estado…', 'Posponer…', 'Pasarlas a…']) {
        await bar(page).getByRole('button', { name: panel }).click();
        await expect(bar(page).getByRole('group')).toHaveCount(2);
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
      await bar(page).getByRole('button', { name: 'Tomarlas' }).click();
      await expect(undoNotice(page)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/jobs');
      await page.getByRole('link', { name: 'Tomar', exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Tomar', exact: true }).click();
      await page.getByRole('link', { name: 'Beto' }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });
