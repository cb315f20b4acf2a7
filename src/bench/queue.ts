import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, type Page, chromium } from '@playwright/test';
import { chromiumPath } from '#e2e/browser.ts';
import { runCommand, startVitrina } from '#testing/server-process.ts';
import { manyAgencyMail } from '#service/demo/many.ts';
import { buildConsole } from '#commands/build.ts';

// The inbox with all that 99 pages hold: how long a view takes to be there, how soon the page answers to keys and
// clicks on a 4 times slower CPU, what scrolling costs, and what 200 opened inquiries leave in memory.

const ROWS = 2475;
const OPENED = 200;

const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-queue-'));
await buildConsole();
await runCommand('demo.ts', ['--inquiries', String(ROWS), '--agencies', '1'], { DATA_DIR: dataDir });
const vitrina = await startVitrina({ DATA_DIR: dataDir, DEMO: '1' });
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 }, locale: 'es-AR' });
  const devtools = await page.context().newCDPSession(page);
  await page.addInitScript(watch);
  await page.goto(`${vitrina.url}/sign-in`);
  await page.getByLabel('Correo').fill(vitrina.people.partner.mail);
  await page.getByLabel('Contraseña').fill(vitrina.people.partner.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(/inquiries/);
  const inbox = `${vitrina.url}/inquiries?agencia=${encodeURIComponent(manyAgencyMail(1))}`;
  const figures = {
    ...(await view(page, `${inbox}&desde=-89d&vista=esperando`)),
    ...(await scrolling(page, `${inbox}&todas=1`)),
    ...(await answering(page, devtools)),
    ...(await memory(page, devtools, inbox)),
  };
  console.table(figures);
} finally {
  await browser.close();
  await vitrina.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function allLoaded(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Carga de todas las páginas' });
  await bar.getByText(/Son todas|Puede haber más/).waitFor({ timeout: 90_000 });
}

async function view(page: Page, address: string) {
  const started = performance.now();
  await page.goto(address);
  await page.locator('[data-row] a').first().waitFor({ timeout: 90_000 });
  return { [`a view over ${ROWS}, s`]: Number(((performance.now() - started) / 1000).toFixed(1)) };
}

async function scrolling(page: Page, address: string) {
  await page.goto(address);
  await allLoaded(page);
  await page.locator('[data-row]').first().hover();
  const before = await longTasks(page);
  for (let turn = 0; turn < 180; turn++) {
    await page.mouse.wheel(0, turn < 120 ? 700 : -1400);
    await nextFrame(page);
  }
  const tasks = (await longTasks(page)).slice(before.length);
  return { 'tasks over 50 ms while scrolling': tasks.length, 'longest, ms': Math.max(0, ...tasks) };
}

/** Each interaction is one that a seller makes; INP of so few is the slowest. */
async function answering(page: Page, devtools: CDPSession) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const press = (name: string): Step => [name, () => page.keyboard.press(name)];
  const click = (name: RegExp): Step => [name.source, () => page.getByRole('button', { name }).click()];
  const open = (at: number): Step => [`row ${at}`, () => page.locator('[data-row] a').nth(at).click()];
  const steps = [
    open(3),
    ...Array.from({ length: 10 }, () => press('j')),
    ...['Escape', '/', ...Array.from('gomez')].map(press),
    ...Array.from({ length: 5 }, () => press('Backspace')),
    ...[/^Filtrar/, /^Permuta/, /^Permuta/, /^Filas compactas/].map(click),
    open(2),
  ];
  const times: [ms: number, name: string][] = [];
  for (const [name, step] of steps) {
    const before = (await interactions(page)).length;
    await step();
    // A person's pace: what an earlier step began is done, or shows in the figure.
    await page.waitForTimeout(700);
    times.push([Math.max(0, ...(await interactions(page)).slice(before)), name]);
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  times.sort(([a], [b]) => b - a);
  console.log(
    `slowest: ${times
      .slice(0, 6)
      .map(([ms, name]) => `${name} ${ms} ms`)
      .join(', ')}`,
  );
  return {
    'INP at 4 times slower, ms': times[0]?.[0] ?? 0,
    'median interaction, ms': times[times.length >> 1]?.[0] ?? 0,
  };
}

type Step = [name: string, act: () => Promise<unknown>];

async function memory(page: Page, devtools: CDPSession, inbox: string) {
  await page.goto(inbox);
  await page.locator('[data-row] a').first().click();
  const open = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      const address = page.url();
      await page.keyboard.press('j');
      await page.waitForURL((url) => url.href !== address);
      await page.locator('#detail h2').first().waitFor();
    }
  };
  await open(20);
  const before = await heap(devtools);
  await open(OPENED);
  return { [`heap growth over ${OPENED} opened, MB`]: Number(((await heap(devtools)) - before).toFixed(1)) };
}

async function heap(devtools: CDPSession): Promise<number> {
  for (let time = 0; time < 4; time++) await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

interface Watched {
  longTasks: number[];
  interactions: number[];
}

/** In the page: long tasks, and how long each interaction took to its next frame, ms. */
function watch(): void {
  const watched: Watched = { longTasks: [], interactions: [] };
  Object.assign(window, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) watched.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched.longTasks);
}

function interactions(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched.interactions);
}

function nextFrame(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
