import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { type Vitrina, startVitrina } from '#testing/server-process.ts';
import { launchBrowser, openSlowPage } from './browser.ts';
import { percentile, parseNumberOptions, round } from './number-options.ts';

// Load times of the inbox on a slow client: production build, gateway, service and database on this machine; Chromium
// with a 4 times slower CPU, 10 Mbit/s, 40 ms latency and a new profile for each run.

const INBOX_ROW = '[data-row]';
const NEXT_PAGE = '[aria-label="Página siguiente"]';
/** Excludes the next inquiry, which is prerendered hidden. */
const OPEN_INQUIRY = '#detail article:not([style*="display: none"]) h2';
const PAGE_CHANGES = 10;
const IDLE_PAUSE_MS = 400;
const { runs: runCount } = parseNumberOptions({ runs: 7 });

await using vitrina = await startVitrina();
await using browser = await launchBrowser();
const runs: Figures[] = [];
for (let run = 0; run < runCount; run++) runs.push(await measureInbox(browser, vitrina));
const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[];
const rows = names.map((name) => {
  const numbers = runs.map((figures) => figures[name]);
  const [median, min, max] = [percentile(numbers, 0.5), Math.min(...numbers), Math.max(...numbers)];
  return [name, { median: round(median), min: round(min), max: round(max) }] as const;
});
console.table(Object.fromEntries(rows));

interface Figures {
  'first row, ms': number;
  'first row of a view, ms': number;
  'next page usable, ms': number;
  'JS to the first row, kB brotli': number;
  'warm first row, ms': number;
  'page change, ms': number;
  'open an inquiry, ms': number;
}

async function openInbox(browser: Browser, { url, people }: Vitrina): Promise<Page> {
  const page = await openSlowPage(browser, url, people.seller);
  await page.addInitScript(observePaints, { row: INBOX_ROW, nextPage: NEXT_PAGE });
  return page;
}

async function measureView(browser: Browser, vitrina: Vitrina): Promise<number> {
  const page = await openInbox(browser, vitrina);
  await using _context = page.context();
  await page.goto(`${vitrina.url}/inquiries?agencia=${BUSY_AGENCY}&interes=Comprar`, { waitUntil: 'commit' });
  return await paintTime(page, 'firstRow');
}

async function measureInbox(browser: Browser, vitrina: Vitrina): Promise<Figures> {
  const viewFirstRow = await measureView(browser, vitrina);
  const page = await openInbox(browser, vitrina);
  await using _context = page.context();

  await page.goto(`${vitrina.url}/inquiries?agencia=${BUSY_AGENCY}`, { waitUntil: 'commit' });
  const firstRow = await paintTime(page, 'firstRow');
  const usable = await paintTime(page, 'usable');
  const js = await page.evaluate(listScripts, firstRow);
  const inline = js.inline.reduce((sum, code) => sum + brotliCompressSync(code).length, 0);
  await page.waitForLoadState('networkidle');

  // The second load fills the browser's code cache; the third is measured.
  for (let load = 0; load < 2; load++) {
    await page.reload({ waitUntil: 'commit' });
    await paintTime(page, 'usable');
    await page.waitForLoadState('networkidle');
  }
  const warm = await paintTime(page, 'firstRow');

  const changes: number[] = [];
  for (let change = 0; change < PAGE_CHANGES; change++)
    changes.push(await clickUntilPainted(page, NEXT_PAGE, INBOX_ROW));
  return {
    'first row, ms': firstRow,
    'first row of a view, ms': viewFirstRow,
    'next page usable, ms': usable,
    'JS to the first row, kB brotli': (js.bytes + inline) / 1000,
    'warm first row, ms': warm,
    'page change, ms': percentile(changes, 0.5),
    'open an inquiry, ms': await clickUntilPainted(page, `${INBOX_ROW} a`, OPEN_INQUIRY),
  };
}

/** Members that `observePaints` adds to the page's window. */
interface Probe {
  whenPainted: (isReached: () => boolean) => Promise<number>;
  paints: Record<'firstRow' | 'usable', Promise<number>>;
  change: Promise<number>;
}

/** Init script of the page: records when 25 rows, and an enabled next-page button, were painted. */
function observePaints({ row, nextPage }: { row: string; nextPage: string }): void {
  const whenPainted = (isReached: () => boolean) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isReached()) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now()));
          port1.start();
          port2.postMessage(0);
        });
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  const paints = {
    firstRow: whenPainted(() => document.querySelectorAll(row).length >= 25),
    usable: whenPainted(() => document.querySelector(`${nextPage}:not(:disabled)`) !== null),
  };
  Object.assign(window, { whenPainted, paints });
}

function paintTime(page: Page, paint: keyof Probe['paints']): Promise<number> {
  return page.evaluate((name) => (window as unknown as Probe).paints[name], paint);
}

function listScripts(until: number) {
  const entries = performance.getEntriesByType('resource');
  const scripts = entries.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= until);
  return {
    bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    inline: [...document.scripts].filter(({ src, type }) => !src && !type).map(({ text }) => text),
  };
}

/** Time from a click until the first element of `shown` is painted with another text, ms. */
async function clickUntilPainted(page: Page, button: string, shown: string): Promise<number> {
  await page.waitForTimeout(IDLE_PAUSE_MS);
  await page.evaluate((selector) => {
    const text = () => document.querySelector(selector)?.textContent;
    const before = text();
    let clickedAt = 0;
    addEventListener('click', (event) => (clickedAt = event.timeStamp), { capture: true, once: true });
    const { whenPainted } = window as unknown as Probe;
    const change = whenPainted(() => text() !== before).then((at) => at - clickedAt);
    Object.assign(window, { change });
  }, shown);
  await page.locator(button).first().click({ noWaitAfter: true });
  return page.evaluate(() => (window as unknown as Probe).change);
}
