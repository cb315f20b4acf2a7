import type { Page } from '@playwright/test';
import { openPageAs } from './actions.ts';
import {
  freshness,
  list,
  newInquiries,
  noteField,
  panel,
  panelHeading,
  rowOf,
  rowWith,
  rows,
  saveNoteButton,
  statusButton,
} from './inbox-page.ts';
import { LIVE_EVENTS, trackCalls } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

/** Each row with its place on the screen. */
const places = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) => `${row.textContent.slice(0, 20)} ${row.getBoundingClientRect().y}`),
  );

test('new inquiries wait behind a button without moving rows, and a key shows them', async ({
  page,
  agency,
  signIn,
}) => {
  for (const name of ['Ana', 'Beto', 'Ciro']) await agency.receive(name);
  await signIn(agency.seller);
  await expect(freshness(page, 'al día')).toBeVisible();
  await rowOf(page, 'Ana').focus();
  const before = await places(page);
  await agency.receive('Dora');
  await expect(newInquiries(page)).toHaveText('1 nueva');
  await expect(page).toHaveTitle('(1) Consultas – Vitrina');
  await agency.receive('Elsa');
  await expect(newInquiries(page)).toHaveText('2 nuevas');
  await expect(
    list(page).getByRole('status').filter({ hasText: 'Llegaron consultas: 2 nuevas' }),
  ).toHaveCount(1);
  expect(await places(page)).toEqual(before);
  await expect(rowOf(page, 'Ana')).toBeFocused();

  await page.keyboard.press('.');
  await expect(rows(page).nth(0)).toContainText('Elsa');
  await expect(rows(page).nth(1)).toContainText('Dora');
  await expect(rowOf(page, 'Elsa')).toBeFocused();
  await expect(newInquiries(page)).toBeHidden();
  await expect(page).toHaveTitle('Consultas – Vitrina');
});

test(
  'an arrival keeps open panels and drafts, and is counted only where it belongs to the list',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    // The name shares no word with generated names, so no other inquiry matches it.
    const sought = 'Xulquispe';
    const { path } = await agency.receive(sought);
    await signIn(agency.seller, path);
    await expect(freshness(page, 'al día')).toBeVisible();
    await noteField(page).fill('Llama a la ');
    await agency.receive('Beto');
    await expect(newInquiries(page)).toHaveText('1 nueva');
    await noteField(page).pressSequentially('tarde.');
    await newInquiries(page).click();
    await expect(rowOf(page, 'Beto')).toBeVisible();
    await expect(panelHeading(page)).toHaveText(sought);
    await expect(noteField(page)).toHaveValue('Llama a la tarde.');

    await page.goto(`/inquiries?buscar=${sought}`);
    await expect(rows(page)).toHaveCount(1);
    await expect(freshness(page, 'al día')).toBeVisible();
    await agency.receive('Ciro');
    await agency.receive(sought);
    await expect(newInquiries(page)).toHaveText('1 nueva');
    await expect(rows(page)).toHaveCount(1);
    await newInquiries(page).click();
    await expect(rows(page)).toHaveCount(2);
  },
);

test(
  'the button for new inquiries leads to the first page, and no row is lost between two pages',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await Promise.all(Array.from({ length: 26 }, (_, at) => agency.receive(`Persona ${at + 1}`)));
    const secondPage = page.waitForResponse((answer) => answer.url().includes('pagina=2'));
    await signIn(agency.seller);
    await expect(freshness(page, 'al día')).toBeVisible();
    // The next page is read ahead.
    await (await secondPage).finished();
    const last = (await rows(page).nth(24).getByRole('link').textContent()) ?? '';
    await agency.receive('Ana');
    await newInquiries(page).click();
    await expect(rows(page).first()).toContainText('Ana');
    await expect(rowOf(page, last)).toBeHidden();
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText(last);

    await test.step('the button leads from the second page to the first', async () => {
      await agency.receive('Beto');
      await expect(newInquiries(page)).toHaveText('1 nueva');
      await newInquiries(page).click();
      await expect(rows(page).first()).toContainText('Beto');
      await expect(rowOf(page, 'Beto')).toBeFocused();
      await expect(page).not.toHaveURL(/pagina/);
    });

    await test.step('the button shows the last rows of the longest waiting', async () => {
      // The longest waiting come first: what is new is at the end.
      await page.goto('/inquiries?vista=esperando');
      await expect(rows(page).first()).toHaveAttribute('aria-setsize', '28');
      await agency.receive('Ciro');
      await newInquiries(page).click();
      await expect(rows(page).last()).toContainText('Ciro');
      await expect(rowOf(page, 'Ciro')).toBeFocused();
    });
  },
);

test(
  'two tabs share one stream, which continues when one closes and ends by signing out',
  { tag: '@full' },
  async ({ page, context, agency, signIn }) => {
    await agency.receive('Ana');
    const streams = trackCalls(context, LIVE_EVENTS).begun;
    await signIn(agency.seller);
    await expect(freshness(page, 'al día')).toBeVisible();
    const second = await context.newPage();
    await second.goto('/inquiries');
    await expect(freshness(second, 'al día')).toBeVisible();
    expect(streams).toHaveLength(1);
    await agency.receive('Beto');
    for (const tab of [page, second]) await expect(newInquiries(tab)).toHaveText('1 nueva');

    await test.step('the other tab goes on when the first closes', async () => {
      await page.close();
      await agency.receive('Ciro');
      await expect(newInquiries(second)).toHaveText('2 nuevas');
      await expect(freshness(second, 'al día')).toBeVisible();
      expect(streams).toHaveLength(2);
    });

    await test.step('signing out ends the stream', async () => {
      const isStream = (request: { url(): string }) => LIVE_EVENTS.test(request.url());
      // Either the page or the gateway ends the stream; an answer that the gateway ended is complete.
      const ended = Promise.race([
        second.waitForEvent('requestfailed', isStream),
        second.waitForEvent('requestfinished', isStream),
      ]);
      await second.getByRole('button', { name: 'Cuenta de' }).click();
      await second.getByRole('button', { name: 'Cerrar sesión' }).click();
      await expect(second.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
      await ended;
      await second.reload();
      await expect(second.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
      expect(streams).toHaveLength(2);
    });
  },
);

test(
  'two people see what the other does, and who looks at an inquiry',
  { tag: '@full' },
  async ({ page, browser, vitrina, agency, clientOf, signIn }) => {
    const { path } = await agency.receive('Ana');
    await signIn(agency.seller, path);
    const other = await openPageAs(browser, vitrina, await clientOf('partner'), path);
    const lookedAtBy = (tab: Page, name: string) => panel(tab).getByText(`${name} la está mirando`);
    await expect(lookedAtBy(page, 'Paula Ferreyra')).toBeVisible();
    await expect(lookedAtBy(other, 'Paula Rey')).toBeVisible();
    await expect(lookedAtBy(page, 'Paula Rey')).toBeHidden();

    await noteField(page).fill('Quiere la roja');
    await statusButton(other, 'Contactada').click();
    await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await expect(rowWith(page, 'Ana')).toContainText('Contactada');
    await noteField(other).fill('Le hablé a la mañana');
    await saveNoteButton(other).click();
    await expect(panel(page).getByText('Le hablé a la mañana')).toBeVisible();
    await panel(other).getByRole('button', { name: 'Tomarla' }).click();
    await expect(rowWith(page, 'Ana')).toContainText('la tiene Paula');
    await expect(noteField(page)).toHaveValue('Quiere la roja');

    // The next change of the seller starts from what the other did, and is no conflict.
    await statusButton(page, 'Cita').click();
    await expect(statusButton(other, 'Cita')).toHaveAttribute('aria-pressed', 'true');
    await other.getByRole('button', { name: 'Cerrar la consulta' }).click();
    await expect(lookedAtBy(page, 'Paula Ferreyra')).toBeHidden();
    await other.context().close();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test(
    'the freshness of the list is legible beside the button for new inquiries',
    { tag: '@full' },
    async ({ page, context, agency, signIn }) => {
      await agency.receive('Ana');
      /** Neither side of the text is cut off. */
      const expectWhole = async (text: RegExp) => {
        const isWhole = await list(page)
          .getByRole('button', { name: text })
          .evaluate(
            (told) => told.scrollWidth <= told.clientWidth && told.scrollHeight <= told.clientHeight + 1,
          );
        expect(isWhole).toBe(true);
      };
      await signIn(agency.seller);
      await expect(freshness(page, 'al día')).toBeVisible();
      await agency.receive('Beto');
      await expect(newInquiries(page)).toHaveText('1 nueva');
      await expectWhole(/^al día/);
      await context.setOffline(true);
      await expect(freshness(page, /^Sin conexión · /)).toBeVisible();
      await expect(newInquiries(page)).toBeVisible();
      await expectWhole(/^Sin conexión · /);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    },
  );
});
