import type { Locator, Page } from '@playwright/test';

/** Chooses an option of a select of MUI. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Types a day (`2026-11-22`, or empty) into a date field. */
export async function fillDate(page: Page, label: string, day: string): Promise<void> {
  await fillSections(page.getByRole('group', { name: label, exact: true }), toDigits(day));
  await page.keyboard.press('Enter');
}

/** Types a time (`09:30`) into a time field, or a moment (`2026-11-22T09:30`) into a field of both. */
export async function fillTime(field: Locator, text: string): Promise<void> {
  await fillSections(field, text.split('T').map(toDigits).join(''));
}

async function fillSections(field: Locator, digits: string): Promise<void> {
  await field.getByRole('spinbutton').first().click();
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Backspace');
  await keyboard.type(digits);
}

/** Days are written day first. */
function toDigits(text: string): string {
  return text.split('-').toReversed().join('').replace(':', '');
}

/** Text of a date field that shows this day. */
export function shownDate(day: string): RegExp {
  return shownSections(day.split('-').toReversed());
}

/** Text of a time field that shows this time. */
export function shownTime(time: string): RegExp {
  return shownSections(time.split(':'));
}

function shownSections(sections: readonly string[]): RegExp {
  // The sections stand between invisible characters that keep their direction.
  return new RegExp(sections.join('\\P{Number}+'), 'u');
}
