import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { loadTestAgencyMail } from '#service/demo/load-test-data.ts';
import { runCommand, startVitrina } from '#testing/server-process.ts';
import { launchBrowser, signInOnPage } from './browser.ts';
import { parseNumberOptions, percentile, round } from './number-options.ts';

// The inbox with a long list: load time of a view, interaction latency with a 4 times slower CPU, long tasks while
// scrolling, and heap growth by opened inquiries.

const LOAD_TIMEOUT_MS = 90_000;
const { rows, opened } = parseNumberOptions({ rows: 2475, opened: 200 });

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
await runCommand('demo.ts', ['--inquiries', String(rows), '--agencies', '1'], { DATA_DIR: folder.path });
await using vitrina = await startVitrina({ DATA_DIR: folder.path, DEMO: '1' });
await using browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1366, height: 900 }, locale: 'es-AR' });
const devtools = await page.context().newCDPSession(page);
await page.addInitScript(observePerformance);
await signInOnPage(page, vitrina.url, vitrina.people.partner);
const inbox = `${vitrina.url}/inquiries?agencia=${encodeURIComponent(loadTestAgencyMail(1))}`;
console.table({
  ...(await measureQueueView(page, `${inbox}&vista=esperando`)),
  ...(await measureScrolling(page, `${inbox}&vista=esperando`)),
  ...(await measureInteractions(page, devtools)),
  ...(await measureMemory(page, devtools, inbox)),
});

async function measureQueueView(page: Page, address: string) {
  const started = performance.now();
  await page.goto(address);
  await page.locator('[data-row] a').first().waitFor({ timeout: LOAD_TIMEOUT_MS });
  return { [`a view over ${rows}, s`]: round((performance.now() - started) / 1000) };
}

async function measureScrolling(page: Page, address: string) {
  await page.goto(address);
  await page.locator('[data-row]').first().hover();
  const before = (await readProbe(page)).longTasks.length;
  for (let turn = 0; turn < 180; turn++) {
    await page.mouse.wheel(0, turn < 120 ? 700 : -1400);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const tasks = (await readProbe(page)).longTasks.slice(before);
  return { 'tasks over 50 ms while scrolling': tasks.length, 'longest, ms': Math.max(0, ...tasks) };
}

/** Typical interactions; with so few, INP is the slowest. */
async function measureInteractions(page: Page, devtools: CDPSession) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const press = (key: string) => () => page.keyboard.press(key);
  const click = (name: RegExp) => () => page.getByRole('button', { name }).click();
  const openRow = (index: number) => () => page.locator('[data-row] a').nth(index).click();
  const steps = [
    openRow(3),
    ...Array.from({ length: 10 }, () => press('j')),
    ...['Escape', '/', ...Array.from('gomez')].map(press),
    ...Array.from({ length: 5 }, () => press('Backspace')),
    ...[/^Filtrar/, /^Permuta/, /^Permuta/].map(click),
    press('Escape'),
    click(/^Filas compactas/),
    openRow(2),
  ];
  const times: number[] = [];
  for (const step of steps) {
    const before = (await readProbe(page)).interactions.length;
    await step();
    // A person's pace; unfinished work of the previous step counts.
    await page.waitForTimeout(700);
    times.push(Math.max(0, ...(await readProbe(page)).interactions.slice(before)));
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return {
    'INP at 4 times slower, ms': Math.max(...times),
    'median interaction, ms': percentile(times, 0.5),
  };
}

async function measureMemory(page: Page, devtools: CDPSession, inbox: string) {
  await page.goto(inbox);
  await page.locator('[data-row] a').first().click();
  const openNext = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      const address = page.url();
      await page.keyboard.press('j');
      await page.waitForURL((url) => url.href !== address);
      await page.locator('#detail h2').first().waitFor();
    }
  };
  await openNext(20);
  const before = await measureHeap(devtools);
  await openNext(opened);
  return { [`heap growth over ${opened} opened, MB`]: round((await measureHeap(devtools)) - before) };
}

async function measureHeap(devtools: CDPSession): Promise<number> {
  for (let time = 0; time < 4; time++) await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** Durations, ms: of long tasks, and of each interaction to its next frame. */
interface Probe {
  longTasks: number[];
  interactions: number[];
}

function readProbe(page: Page): Promise<Probe> {
  return page.evaluate(() => (window as unknown as { probe: Probe }).probe);
}

function observePerformance(): void {
  const probe: Probe = { longTasks: [], interactions: [] };
  Object.assign(window, { probe });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) probe.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}
