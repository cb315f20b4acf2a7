import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of all that axe looks at, themes differ in their colours alone. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds against WCAG 2.2 AA on the page as it is, in both themes. */
export async function violations(page: Page): Promise<string[]> {
  const dark = await violationsIn(page, 'dark', (axe) => axe.withRules(RULES_OF_COLOURS));
  const light = await violationsIn(page, 'light', (axe) => axe.withTags(RULES));
  return [...light, ...dark];
}

async function violationsIn(
  page: Page,
  theme: 'light' | 'dark',
  choose: (axe: AxeBuilder) => AxeBuilder,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator(`html[data-theme=${theme}]`)).toHaveCount(1);
  // What is fading in has colours of no use.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // There are no frames of other origins, for whose sake it would open another page each time.
  const { violations: found } = await choose(new AxeBuilder({ page }).setLegacyMode()).analyze();
  return found.map(({ id, nodes }) => `${theme}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
