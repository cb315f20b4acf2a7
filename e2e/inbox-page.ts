import { type Locator, type Page, expect } from '@playwright/test';

export const list = (page: Page) => page.getByRole('region', { name: 'Lista de consultas' });

export const rows = (page: Page) => list(page).locator('[data-row]');

/** Locates the sentence of the list about its freshness. */
export const freshness = (page: Page, text: string | RegExp) =>
  list(page).getByRole('paragraph').filter({ hasText: text });

/** The freshness of a list that was read less than a minute ago and is asked for by the clock. */
export const POLLED_FRESHNESS = /^(recién|hace \d+ seg\.)$/;

/** The row of somebody who wrote; what is made up of other rows may contain the name. */
export const rowWith = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) });

/** The link of the row of somebody who wrote. */
export const rowOf = (page: Page, name: string) => rows(page).getByRole('link', { name, exact: true });

export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Buscar', exact: true });

/** Opens the filters, unless they are open. */
export async function openFilters(page: Page): Promise<Locator> {
  const popover = page.getByRole('dialog', { name: 'Filtrar' });
  if (!(await popover.isVisible())) await page.getByRole('button', { name: 'Filtrar', exact: true }).click();
  await expect(popover).toBeVisible();
  return popover;
}

/** Chooses one of the relative periods. */
export async function choosePeriod(page: Page, name: string): Promise<void> {
  const popover = await openFilters(page);
  await popover.getByRole('button', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
}

/** The button that says whose inquiries are listed, and opens the choice. */
export const agencyButton = (page: Page) => page.getByRole('button', { name: /^Agencia/ });

/** Lists the inquiries of one agency alone. */
export async function chooseAgency(page: Page, adminMail: string): Promise<void> {
  await agencyButton(page).click();
  await page.getByRole('dialog', { name: 'Agencia' }).getByRole('button', { name: adminMail }).click();
}

/** The button that shows the inquiries which arrived meanwhile. */
export const newInquiries = (page: Page) => list(page).getByRole('button', { name: /^\d+ nuevas?$/ });

/** The open inquiry; the one that may be opened next is rendered hidden. */
export const panel = (page: Page) =>
  page.getByRole('region', { name: 'Consulta abierta' }).getByRole('article');

export const panelHeading = (page: Page) => panel(page).getByRole('heading', { level: 2 });

/** Links and button to contact the person; at the foot of the screen on a phone. */
export const contactBar = (page: Page) => panel(page).getByRole('group', { name: 'Contactar' });

/** The open inquiry, for its head, the composer and the history. */
export const followUp = panel;

export const statusButton = (page: Page, name: string) =>
  followUp(page)
    .getByRole('group', { name: 'Estado', exact: true })
    .getByRole('button', { name, exact: true });

export const noteField = (page: Page) => followUp(page).getByRole('textbox', { name: 'Nota' });

export const saveNoteButton = (page: Page) => followUp(page).getByRole('button', { name: 'Guardar nota' });

export const history = (page: Page) => followUp(page).getByRole('region', { name: 'Historial' });

export const historyEntries = (page: Page) => history(page).getByRole('listitem');

/** A change of the follow-up that was not saved. */
export const saveFailure = (page: Page) =>
  followUp(page).getByRole('alert').filter({ hasText: 'No se guardó' });

export const undoNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Deshacer' });

/** Waits until the inquiry is open in that state: the section is loaded, and keys act on it. */
export async function expectStatus(page: Page, name: string): Promise<void> {
  await expect(statusButton(page, name)).toHaveAttribute('aria-pressed', 'true');
}

/** Waits until the follow-up stands in the rows: the list is loaded, and keys act on it. */
export async function expectRowsReady(page: Page): Promise<void> {
  await expect(rows(page).first().getByRole('link')).toHaveAccessibleDescription(/Sin leer|Vista|Trabajada/);
  // The filters come in the frame of the keys.
  await expect(page.locator('search').first()).toBeAttached();
}
