import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, type Page, chromium } from '@playwright/test';
import { chromiumPath } from '#e2e/browser.ts';
import { type Vitrina, startVitrina } from '#testing/server-process.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { buildConsole } from '#commands/build.ts';

// The inbox as a seller with a slow machine meets it: production build, gateway, service and database on this
// machine; Chromium with a 4 times slower CPU, 10 Mbit/s and 40 ms; a new profile for each run.

const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };
const ROW = '[data-row]';
const PAGE_CHANGES = 10;
const PAUSE_MS = 400;

interface Figures {
  'first row, ms': number;
  'next page usable, ms': number;
  'JS to the first row, kB brotli': number;
  'warm first row, ms': number;
  'page change, ms': number;
  'open an inquiry, ms': number;
}

await buildConsole();
const vitrina = await startVitrina();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const runs: Figures[] = [];
  for (let run = 1; run <= Number(values.runs); run++) {
    runs.push(await measure(browser, vitrina));
    console.log(`run ${run}: first row ${runs.at(-1)?.['first row, ms'].toFixed(0)} ms`);
  }
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[];
  console.table(
    Object.fromEntries(
      names.map((name) => {
        const sorted = runs.map((figures) => figures[name]).toSorted((a, b) => a - b);
        const rounded = (at: number) => Number((sorted[at] ?? 0).toFixed(1));
        return [
          name,
          {
            median: rounded(Math.floor(sorted.length / 2)),
            min: rounded(0),
            max: rounded(sorted.length - 1),
          },
        ];
      }),
    ),
  );
} finally {
  await browser.close();
  await vitrina.stop();
}

async function measure(browser: Browser, { url, people }: Vitrina): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 1100 }, locale: 'es-AR' });
  try {
    const entry = await context.newPage();
    await entry.goto(`${url}/sign-in`);
    await entry.getByLabel('Correo').fill(people.seller.mail);
    await entry.getByLabel('Contraseña').fill(people.seller.password);
    await entry.getByRole('button', { name: 'Entrar' }).click();
    await entry.waitForURL(/inquiries/);
    const storageState = await context.storageState();
    await context.close();
    return await cold(browser, storageState, `${url}/inquiries?agencia=${BUSY_AGENCY}`);
  } finally {
    await context.close();
  }
}

async function cold(
  browser: Browser,
  storageState: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>,
  address: string,
): Promise<Figures> {
  const context = await browser.newContext({
    storageState,
    viewport: { width: 1366, height: 1100 },
    locale: 'es-AR',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(watch, ROW);

    await page.goto(address, { waitUntil: 'commit' });
    const first = await painted(page, 'firstRow');
    const usable = await painted(page, 'usable');
    const js = await page.evaluate(scriptsUntil, first);
    const inline = js.inline.reduce((sum, code) => sum + brotliCompressSync(code).length, 0);
    await page.waitForLoadState('networkidle');

    // The second load fills the browser's code cache, the third is measured.
    for (let load = 0; load < 2; load++) {
      await page.reload({ waitUntil: 'commit' });
      await painted(page, 'usable');
      await page.waitForLoadState('networkidle');
    }
    const warm = await painted(page, 'firstRow');

    const changes: number[] = [];
    for (let turn = 0; turn < PAGE_CHANGES; turn++) {
      await page.waitForTimeout(PAUSE_MS);
      changes.push(await clickUntilChanged(page, '[aria-label="Página siguiente"]', ROW));
    }
    await page.waitForTimeout(PAUSE_MS);
    const opened = await clickUntilChanged(page, `${ROW} a`, 'article h2');
    return {
      'first row, ms': first,
      'next page usable, ms': usable,
      'JS to the first row, kB brotli': (js.bytes + inline) / 1000,
      'warm first row, ms': warm,
      'page change, ms': changes.toSorted((a, b) => a - b)[Math.floor(changes.length / 2)] ?? 0,
      'open an inquiry, ms': opened,
    };
  } finally {
    await context.close();
  }
}

type Moments = Record<'firstRow' | 'usable', Promise<number>>;

/** In the page, before anything else: when 25 rows, and a usable next page, had been painted. */
function watch(row: string): void {
  const when = (holds: () => boolean) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!holds()) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now()));
          port1.start();
          port2.postMessage(0);
        });
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
  const moments: Moments = {
    firstRow: when(() => document.querySelectorAll(row).length >= 25),
    usable: when(() => document.querySelector('[aria-label="Página siguiente"]:not(:disabled)') !== null),
  };
  Object.assign(window, { moments });
}

function painted(page: Page, what: keyof Moments): Promise<number> {
  return page.evaluate((name) => (window as unknown as { moments: Moments }).moments[name], what);
}

function scriptsUntil(moment: number) {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = entries.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= moment);
  return {
    bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    inline: [...document.scripts].filter(({ src, type }) => !src && !type).map(({ text }) => text),
  };
}

/** From a trusted click to the frame that shows another text in the first `shown`. */
async function clickUntilChanged(page: Page, button: string, shown: string): Promise<number> {
  await page.evaluate((selector) => {
    const text = () => document.querySelector(selector)?.textContent;
    const before = text();
    let clicked = 0;
    addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
    const changed = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (text() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - clicked));
          port1.start();
          port2.postMessage(0);
        });
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    });
    Object.assign(window, { changed });
  }, shown);
  await page.locator(button).first().click({ noWaitAfter: true });
  return page.evaluate(() => (window as unknown as { changed: Promise<number> }).changed);
}
