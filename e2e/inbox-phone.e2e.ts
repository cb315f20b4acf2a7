import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry } from './actions.ts';
import {
  choosePeriod,
  expectRowsReady,
  followUp,
  newInquiries,
  openFilters,
  panel,
  panelHeading,
  rows,
  searchBox,
} from './inbox-page.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// These tests measure the layout of the inbox, which only a browser computes.

const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Controls in sight that a finger may miss: less than 44 px wide or high, with what reaches beyond their box. */
function smallControls(page: Page) {
  return page.evaluate(() => {
    const least = 44;
    const root = document.querySelector('[role=dialog]') ?? document;
    const reachOf = (control: Element) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const takes = (across: number, down: number) =>
        control.contains(document.elementFromPoint(x + width / 2 + across, y + height / 2 + down));
      const reach = (across: number, down: number) => {
        let px = 0;
        while (px < least && takes(across * (px + 0.5), down * (px + 0.5))) px += 1;
        return px;
      };
      return { width: reach(-1, 0) + reach(1, 0), height: reach(0, -1) + reach(0, 1) };
    };
    const typed = 'textarea, input:not([type=checkbox], [type=search])';
    return [...root.querySelectorAll(`button, select, input[type=search], ${typed}`)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .flatMap((control) => {
        // The target of a text field is the frame around it.
        const pressed = (control.matches(typed) && control.parentElement) || control;
        const { width, height } = pressed.getBoundingClientRect();
        if (Math.min(width, height) >= least) return [];
        const reached = reachOf(pressed);
        if (Math.min(reached.width, reached.height) >= least) return [];
        return [{ name: control.getAttribute('aria-label') ?? control.textContent, ...reached }];
      });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'the inbox has one pane and never scrolls sideways, and each inquiry begins at its top',
    { tag: '@full' },
    async ({ page, signIn }) => {
      await signIn('seller', '/inquiries?desde=-30d');
      await expectRowsReady(page);
      const row = rows(page).nth(20);
      await row.scrollIntoViewIfNeeded();
      await row.getByRole('link').tap();
      await expect(panelHeading(page)).toBeVisible();
      await expect(row).toBeHidden();
      expect(await pageWidth(page)).toBe(360);
      await panel(page).getByText('Lo que envió el servicio').scrollIntoViewIfNeeded();
      await expect(panel(page).getByRole('region', { name: 'Comentario' })).not.toBeInViewport();
      // The head is sticky.
      await expect(panelHeading(page)).toBeInViewport();
      await panel(page).getByRole('link', { name: 'Consulta siguiente' }).tap();
      await expect(panel(page).getByText('22 de 25 · página 1')).toBeVisible();
      await expect(panel(page).getByRole('region', { name: 'Comentario' })).toBeInViewport();
      await expect(panelHeading(page)).toBeFocused();
      expect(await pageWidth(page)).toBe(360);
      await panel(page).getByRole('button', { name: 'Cerrar la consulta' }).tap();
      await expect(row).toBeInViewport();

      await searchBox(page).fill('a');
      await openFilters(page);
      await expect(page.getByLabel('Marca')).toBeVisible();
      expect(await pageWidth(page)).toBe(360);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Limpiar' }).tap();
      await expect(searchBox(page)).toHaveValue('');
      await choosePeriod(page, '7 días');
      await expect(page).toHaveURL(/desde=-6d/);
      await page
        .getByRole('navigation', { name: 'Vistas' })
        .getByRole('link', { name: /^Para responder/ })
        .tap();
      await expect(page).toHaveURL(/vista=esperando/);
      expect(await pageWidth(page)).toBe(360);
    },
  );

  test('every control is 44 px wide and high', { tag: '@full' }, async ({ page, vitrina, signIn }) => {
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY);
    await signIn('seller', '/inquiries?desde=-7d');
    await expectRowsReady(page);
    await receiveInquiry(vitrina, BUSY_AGENCY);
    await expect(newInquiries(page)).toBeVisible();
    expect(await smallControls(page)).toEqual([]);
    await openFilters(page);
    await expect(page.getByLabel('Operador')).toBeVisible();
    await expect(page.getByLabel('Marca')).toBeVisible();
    expect(await smallControls(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(path);
    for (const opener of ['Posponer…', 'Pasarla a…']) {
      await followUp(page).getByRole('button', { name: opener }).tap();
      expect(await smallControls(page)).toEqual([]);
    }
    await panel(page).getByRole('button', { name: 'Responder' }).tap();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Mensaje' })).toBeVisible();
    expect(await smallControls(page)).toEqual([]);
  });
});
