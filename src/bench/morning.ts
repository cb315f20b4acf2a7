import { setInterval } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { startVitrina } from '#testing/server-process.ts';
import { launchBrowser, openSlowPage } from './browser.ts';
import { simulateInquiry } from './inquiry-events.ts';
import { parseNumberOptions, percentile, round } from './number-options.ts';

// A seller's morning in the inbox with a slow machine and network: each act is measured from its key or click to the frame
// that shows its result. In the second half inquiries arrive.

/** Excludes the next inquiry, which is prerendered hidden. */
const OPEN_INQUIRY = '#detail article:not([style*="display: none"])';
const ROW = '[data-row]';
/** A person's pace; unfinished work of the act before counts. */
const PAUSE_MS = 400;
const ACT_TIMEOUT_MS = 10_000;
const IDLE_MS = 5000;
const SCROLLS = 40;
const WORDS = ['gomez', 'toyota', 'hilux', 'perez'];
const NOTE = 'Llama el lunes';

const { acts: actCount, arrivals: arrivalsPerSecond } = parseNumberOptions({ acts: 300, arrivals: 5 });

type Kind = 'open by key' | 'open by click' | 'page' | 'view' | 'letter in the search' | 'letter in a note';

interface Act {
  kind: Kind;
  run: () => Promise<void>;
  /** Element whose text, or value, the act changes. */
  shown: string;
}

interface MeasuredAct {
  kind: Kind;
  duration: number;
  isBusy: boolean;
}

await using vitrina = await startVitrina({ DEMO: '1', SIMULATOR: '1' });
await using browser = await launchBrowser();
const page = await openSlowPage(browser, vitrina.url, vitrina.people.seller);
await page.addInitScript(observeFrames);
await page.goto(`${vitrina.url}/inquiries?agencia=${BUSY_AGENCY}`);
await page.locator(ROW).nth(20).waitFor();
await page.waitForLoadState('networkidle');

const measured: MeasuredAct[] = [];
const end = new AbortController();
let arrivals: Promise<void> | undefined;
while (measured.length < actCount)
  for await (const act of listRound(page)) {
    const isBusy = measured.length >= actCount / 2;
    if (isBusy && !arrivals) {
      arrivals = publish(end.signal);
      // It is awaited at the end, unless an act fails before.
      arrivals.catch(() => end.abort());
    }
    const duration = await measure(page, act);
    measured.push({ kind: act.kind, duration, isBusy });
  }
const whileArriving = await listLongFrames(page, () => page.waitForTimeout(IDLE_MS));
end.abort();
await arrivals;
await page.waitForTimeout(IDLE_MS);
const whileScrolling = await listLongFrames(page, scrollList);

const kinds = [...new Set(measured.map(({ kind }) => kind))];
console.table({
  ...Object.fromEntries(kinds.map((kind) => [kind, summarize(measured.filter((act) => act.kind === kind))])),
  all: summarize(measured),
  'all, inquiries arriving': summarize(measured.filter(({ isBusy }) => isBusy)),
});
for (const [name, frames] of Object.entries({ 'inquiries arrive': whileArriving, scrolling: whileScrolling }))
  console.log(`${name}: ${frames.length} frames over 50 ms, the longest ${round(Math.max(0, ...frames))} ms`);
const soon = measured.filter(({ duration }) => duration <= 100).length / measured.length;
console.log(`${round(100 * soon)} % of ${measured.length} acts within 100 ms`);

function summarize(some: readonly MeasuredAct[]) {
  const durations = some.map(({ duration }) => duration);
  return {
    acts: some.length,
    p50: round(percentile(durations, 0.5)),
    p95: round(percentile(durations, 0.95)),
    slowest: round(Math.max(...durations)),
  };
}

/** Publishes inquiries until the signal is aborted. */
async function publish(signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(1000 / arrivalsPerSecond, undefined, { signal }))
      await simulateInquiry(vitrina.serviceUrl, BUSY_AGENCY);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The acts of some minutes: opening inquiries by click and key, a note, pages, views and a search. */
async function* listRound(page: Page): AsyncGenerator<Act> {
  const press = (key: string) => () => page.keyboard.press(key);
  const click = (selector: string, index = 0) => {
    return () => page.locator(selector).nth(index).click({ noWaitAfter: true });
  };
  for (const index of [2, 5, 9])
    yield { kind: 'open by click', run: click(`${ROW} a`, index), shown: OPEN_INQUIRY };
  for (let turn = 0; turn < 12; turn++) yield { kind: 'open by key', run: press('j'), shown: OPEN_INQUIRY };
  yield* typeInto('letter in a note', `${OPEN_INQUIRY} textarea`, NOTE);
  await page.keyboard.press('Escape');
  for (let turn = 0; turn < 4; turn++)
    yield { kind: 'page', run: click('[aria-label="Página siguiente"]'), shown: ROW };
  for (const index of [1, 2, 0])
    yield { kind: 'view', run: click('[aria-label="Vistas"] a', index), shown: 'main' };
  await page.keyboard.press('/');
  for (const word of WORDS) yield* typeInto('letter in the search', 'input[type=search]', word);

  async function* typeInto(kind: Kind, selector: string, text: string): AsyncGenerator<Act> {
    const field = page.locator(selector).first();
    await field.focus();
    for (const letter of text) yield { kind, run: press(letter), shown: selector };
    await field.fill('');
  }
}

/** Measures from the trusted event to the frame in which the element has another text or value, ms. */
async function measure(page: Page, { run, shown }: Act): Promise<number> {
  await page.waitForTimeout(PAUSE_MS);
  await page.evaluate(
    ([selector, timeout]) => {
      const read = () => {
        const element = document.querySelector(selector);
        return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.value
          : element?.textContent;
      };
      const before = read();
      const begun = new Promise<number>((resolve) => {
        for (const type of ['keydown', 'click'])
          addEventListener(type, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
      });
      const givesUpAt = performance.now() + timeout;
      const painted = new Promise<number>((resolve, reject) => {
        const check = () => {
          if (performance.now() > givesUpAt) reject(new Error(`${selector} still has ${before}`));
          else if (read() === before) requestAnimationFrame(check);
          else setTimeout(() => resolve(performance.now()));
        };
        requestAnimationFrame(check);
      });
      Object.assign(window, { act: Promise.all([begun, painted]).then(([from, to]) => to - from) });
    },
    [shown, ACT_TIMEOUT_MS] as const,
  );
  await run();
  return page.evaluate(() => (window as unknown as Probe).act);
}

/** Frames over 50 ms while something runs, ms. */
async function listLongFrames(page: Page, run: () => Promise<void>): Promise<number[]> {
  const read = () => page.evaluate(() => (window as unknown as Probe).longFrames);
  const { length } = await read();
  await run();
  return (await read()).slice(length);
}

async function scrollList(): Promise<void> {
  await page.locator(ROW).nth(5).hover();
  for (let turn = 0; turn < SCROLLS; turn++) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(50);
  }
}

interface Probe {
  act: Promise<number>;
  /** Durations of frames over 50 ms, ms. */
  longFrames: number[];
}

function observeFrames(): void {
  const longFrames: number[] = [];
  Object.assign(window, { longFrames });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) if (duration > 50) longFrames.push(duration);
  }).observe({ type: 'long-animation-frame', buffered: true });
}
