import { type Browser, type BrowserContextOptions, type Page, chromium } from '@playwright/test';
import { chromiumPath } from '#e2e/browser.ts';
import type { Person } from '#testing/server-process.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

export async function signInOnPage(page: Page, url: string, { mail, password }: Person): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Correo').fill(mail);
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/inquiries|overview/);
}

const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };
const CPU_SLOWDOWN = 4;
const CONTEXT: BrowserContextOptions = { viewport: { width: 1366, height: 1100 }, locale: 'es-AR' };

/** A page of somebody who signed in, on a slow machine and network, with nothing in the browser's caches. */
export async function openSlowPage(browser: Browser, url: string, person: Person): Promise<Page> {
  await using entry = await browser.newContext(CONTEXT);
  await signInOnPage(await entry.newPage(), url, person);
  const context = await browser.newContext({ ...CONTEXT, storageState: await entry.storageState() });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}
