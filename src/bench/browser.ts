import { type Browser, type Page, chromium } from '@playwright/test';
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
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(/inquiries/);
}
