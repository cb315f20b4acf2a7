import type { Page } from '@playwright/test';

/** Chooses an option of a select of MUI. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Types a day (`2026-11-22`, or empty) into a date field. */
export async function fillDate(page: Page, label: string, day: string): Promise<void> {
  const field = page.getByRole('group', { name: label, exact: true });
  await field.getByRole('spinbutton').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(day.split('-').toReversed().join(''));
  await page.keyboard.press('Enter');
}

/** Text of a date field that shows this day. */
export function shownDate(day: string): RegExp {
  // The sections stand between invisible characters that keep their direction.
  return new RegExp(day.split('-').toReversed().join('\\P{Number}+'), 'u');
}
