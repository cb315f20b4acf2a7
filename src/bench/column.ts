import type { Page } from '@playwright/test';
import { CATALOG, findRegionName } from '#service/catalogs/catalog.ts';
import { startVitrina } from '#testing/server-process.ts';
import { launchBrowser, openSlowPage } from './browser.ts';
import { parseNumberOptions, round } from './number-options.ts';

// A column of 10,000 rows with 2,000 different values, compared with the cities on a slow machine: how long it takes, and
// how long the page and the gateway are held meanwhile.

const { rows, values } = parseNumberOptions({ rows: 10_000, values: 2000 });

await using vitrina = await startVitrina();
await using browser = await launchBrowser();
const figures: Record<string, Record<string, number>> = {};
for (const withProvince of [true, false])
  figures[withProvince ? 'with province' : 'without province'] = await measureColumn(withProvince);
console.log(`${rows} rows, ${values} different values; ms`);
console.table(figures);

async function measureColumn(withProvince: boolean): Promise<Record<string, number>> {
  const page = await openSlowPage(browser, vitrina.url, vitrina.people.partner);
  await using _context = page.context();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await page.goto(`${vitrina.url}/catalogs/column`);
  const input = page.getByLabel('Archivo CSV o XLSX');
  await input.waitFor({ state: 'attached' });
  await takeLongestTask(page);
  const readStart = performance.now();
  await input.setInputFiles({
    name: 'ciudades.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(toCsv(withProvince)),
  });
  const start = page.getByRole('button', { name: /^Comparar \d/ });
  await start.waitFor();
  const read = performance.now() - readStart;
  const readTask = await takeLongestTask(page);
  const compareStart = performance.now();
  await start.click();
  const delays: number[] = [];
  const probe = setInterval(() => void timeHealth().then((ms) => delays.push(ms)), 50);
  await page.getByRole('button', { name: 'Exportar CSV' }).and(page.locator(':enabled')).waitFor();
  clearInterval(probe);
  const compare = performance.now() - compareStart;
  const compareTask = await takeLongestTask(page);
  await page.getByRole('tab', { name: /^Dudosas/ }).click();
  await page.getByRole('table').waitFor();
  const [, saveMs] = await Promise.all([
    page.waitForEvent('download'),
    timed(() => page.getByRole('button', { name: 'Exportar CSV' }).click()),
  ]);
  return {
    'file read': round(read),
    'longest task': round(readTask),
    compared: round(compare),
    'longest task meanwhile': round(compareTask),
    'gateway, slowest other reply': round(Math.max(0, ...delays)),
    'click on download': round(saveMs),
    'longest task after': round(await takeLongestTask(page)),
  };
}

/** Cities as people type them: cases, typing errors, abbreviations. */
function toCsv(withProvince: boolean): string {
  const distinct = Array.from({ length: values }, (_, at) => {
    const city = CATALOG.cities[at % CATALOG.cities.length] ?? { name: '', region: 0, id: 0 };
    const round = Math.floor(at / CATALOG.cities.length);
    const name = round === 0 ? city.name.toUpperCase() : misspell(city.name, at);
    return withProvince ? `${name};${findRegionName(city)};${at}` : `${name};x;${at}`;
  });
  const lines = Array.from({ length: rows }, (_, at) => distinct[at % distinct.length]);
  return ['Ciudad;Provincia;Nota', ...lines]
    .join('\n')
    .replace(/;Provincia/, withProvince ? ';Provincia' : ';Otra');
}

function misspell(name: string, at: number): string {
  const position = 1 + (at % Math.max(1, name.length - 2));
  return name.slice(0, position) + name.slice(position + 1);
}

async function takeLongestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { longTasks } = window as unknown as { longTasks: number[] };
    return Math.max(0, ...longTasks.splice(0));
  });
}

async function timeHealth(): Promise<number> {
  return timed(() => fetch(`${vitrina.url}/healthz`));
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
