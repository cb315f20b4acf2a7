import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { expect } from './test.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Themes differ only in colours, so the second theme is checked by these rules alone. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The page as it is meets WCAG 2.2 AA in both themes, as far as axe sees, and is no wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page), page.url()).toEqual([]);
  const width = await page.evaluate(() => document.querySelector('#main')?.scrollWidth ?? 0);
  expect(width, page.url()).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** Returns what axe finds against WCAG 2.2 AA on the page in its present state, in both themes. */
export async function violations(page: Page): Promise<string[]> {
  const dark = await violationsIn(page, 'dark', { type: 'rule', values: RULES_OF_COLOURS });
  const light = await violationsIn(page, 'light', { type: 'tag', values: RULES });
  return [...light, ...dark];
}

async function violationsIn(page: Page, theme: 'light' | 'dark', runOnly: RunOnly): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator(`html[data-theme=${theme}]`)).toHaveCount(1);
  // Once for a document, by the browser's own hand: the page's policy would not let it in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (only) => {
    // Animations are finished first, because an element that fades in has no final colours.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    const inPage = (window as unknown as { axe: typeof axe }).axe;
    const result = await inPage.run(document, { runOnly: only, resultTypes: ['violations'] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, runOnly);
  return found.map((fault) => `${theme}, ${fault}`);
}
