import type { Page } from '@playwright/test';
import { startVitrina } from '#testing/server-process.ts';
import { launchBrowser, openSlowPage } from './browser.ts';
import { percentile, parseNumberOptions, round } from './number-options.ts';

// Every page of the navigation as a partner with a slow machine meets it: loaded by its address, and reached from the
// inbox by a click before its code was loaded, and after.

/** Rows, a form, or what an empty list says. */
const CONTENT_SELECTOR = 'main :is(tbody tr, li, form, .MuiPaper-outlined)';
const SOMETHING_NEW = 'progress, main h1';
/** Its content waits for the choice of an agency. */
const WITHOUT_CONTENT = '/settings/hours';
const FIGURE_NAMES = ['cold, content', 'click, something new', 'click, content', 'loaded, content'] as const;
type Figures = Record<(typeof FIGURE_NAMES)[number], number>;
const PALETTE_TEXT = 'mario r';
const FOUND_INQUIRY = '[role=option][href^="/inquiries/"][href*="@"]';
const { runs } = parseNumberOptions({ runs: 3 });

await using vitrina = await startVitrina();
await using browser = await launchBrowser();
const addresses = await readNavigation();
const table: Record<string, Record<string, number>> = {};
for (const address of addresses) {
  const figures: Figures[] = [];
  for (let run = 0; run < runs; run++)
    figures.push({ ...(await load(address)), ...(await navigate(address)) });
  const median = (name: keyof Figures) =>
    round(
      percentile(
        figures.map((figure) => figure[name]),
        0.5,
      ),
    );
  table[address] = Object.fromEntries(FIGURE_NAMES.map((name) => [name, median(name)]));
}
console.log(`Medians of ${runs}, ms`);
console.table(table);
console.log('Command palette, from a key to what it shows, ms');
console.table(await measurePalette());

async function openPage(address: string): Promise<Page> {
  const page = await openSlowPage(browser, vitrina.url, vitrina.people.partner);
  await page.addInitScript(observe, { content: CONTENT_SELECTOR, somethingNew: SOMETHING_NEW });
  await page.goto(vitrina.url + address, { waitUntil: 'commit' });
  return page;
}

async function readNavigation(): Promise<string[]> {
  const page = await openPage('/inquiries');
  await using _context = page.context();
  const links = page.locator('header nav a[href]');
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.filter((href) => href !== '/inquiries' && href !== WITHOUT_CONTENT);
}

async function load(address: string): Promise<{ 'cold, content': number }> {
  const page = await openPage(address);
  await using _context = page.context();
  return { 'cold, content': await page.evaluate(() => (window as unknown as Probe).loaded) };
}

async function navigate(address: string) {
  const page = await openPage('/inquiries');
  await using _context = page.context();
  await page.waitForLoadState('networkidle');
  const first = await click(page, address);
  await click(page, '/inquiries');
  const repeated = await click(page, address);
  return {
    'click, something new': first.somethingNew,
    'click, content': first.content,
    'loaded, content': repeated.content,
  };
}

/** Measures from a trusted click on a link to the first frames that show new content. */
async function click(page: Page, address: string): Promise<{ somethingNew: number; content: number }> {
  await page.evaluate(() => {
    const { whenPainted } = window as unknown as Probe;
    const clicked = new Promise<number>((resolve) => {
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
    });
    const since = (what: 'content' | 'somethingNew') =>
      Promise.all([clicked, whenPainted(what)]).then(([at, painted]) => painted - at);
    Object.assign(window, { click: Promise.all([since('somethingNew'), since('content')]) });
  });
  await page.locator(`header nav a[href="${address}"]`).click({ noWaitAfter: true });
  const [somethingNew, content] = await page.evaluate(() => (window as unknown as Probe).click);
  await page.waitForLoadState('networkidle');
  return { somethingNew, content };
}

/** The palette's chunk is loaded first, as it is once a page was idle. */
async function measurePalette(): Promise<Record<string, { median: number; slowest: number }>> {
  const page = await openPage('/inquiries');
  await using _context = page.context();
  await page.waitForLoadState('networkidle');
  await page.locator('header button[aria-haspopup=dialog]').first().hover();
  await page.waitForLoadState('networkidle');
  const press = async (key: string, shown: string) => {
    await page.evaluate((selector) => {
      const pressed = new Promise<number>((resolve) => {
        addEventListener('keydown', ({ key, timeStamp }) => key !== 'Control' && resolve(timeStamp), true);
      });
      const painted = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(selector)) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      });
      const since = Promise.all([pressed, painted]).then(([from, to]) => to - from);
      Object.assign(window, { since });
    }, shown);
    await page.keyboard.press(key);
    const duration = await page.evaluate(() => (window as unknown as { since: Promise<number> }).since);
    await page.waitForLoadState('networkidle');
    return duration;
  };
  const opened = [];
  for (let run = 0; run < runs; run++) {
    opened.push(await press('Control+k', '[role=listbox] [role=option]'));
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+k');
  const [first = '', second = '', ...others] = PALETTE_TEXT;
  const results = [await press(first, '[role=listbox]')];
  const inquiries = [await press(second, FOUND_INQUIRY)];
  for (const key of others) results.push(await press(key, '[role=listbox]'));
  const summarize = (durations: readonly number[]) => ({
    median: round(percentile(durations, 0.5)),
    slowest: round(Math.max(...durations)),
  });
  return {
    'opened, first options': summarize(opened),
    'letter, results': summarize(results),
    'second letter, inquiries': summarize(inquiries),
  };
}

/** Members that `observe` adds to `window`. */
interface Probe {
  /** Resolves when elements that are not there yet were painted, ms since the page's start. */
  whenPainted: (what: 'content' | 'somethingNew') => Promise<number>;
  /** Resolves when the content of the first load was painted. */
  loaded: Promise<number>;
  click: Promise<[number, number]>;
}

/** Runs in the page before its own scripts. */
function observe(selectors: { content: string; somethingNew: string }): void {
  const whenPainted = (what: 'content' | 'somethingNew') => {
    const find = () => document.querySelector(selectors[what]);
    const before = find();
    return new Promise<number>((resolve) => {
      const check = () => {
        const element = find();
        if (element && element !== before && element.checkVisibility({ visibilityProperty: true }))
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        else requestAnimationFrame(check);
      };
      check();
    });
  };
  Object.assign(window, { whenPainted, loaded: whenPainted('content') });
}
