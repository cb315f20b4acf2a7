// usage (from the repository root, after the build): node src/bench/zz-shots.ts OUT 'name=/path,name=/path' [partner|support|seller]
import { mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { startVitrina } from '#testing/server-process.ts';
import { launchBrowser } from './browser.ts';
const [out = '/tmp/shots', list = '', role = 'partner', combos = 'light-1440-es,dark-360-en'] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const folder = await mkdtemp('/tmp/vit-');
await using vitrina = await startVitrina({ DATA_DIR: folder, DEMO: '1', RATE_LIMIT: '60000' });
await using browser = await launchBrowser();
for (const combo of combos.split(',')) {
  const [scheme, width, lang] = combo.split('-');
  const context = await browser.newContext({ viewport: { width: Number(width), height: width === '1440' ? 900 : 740 }, colorScheme: scheme as 'light', locale: 'es-AR' });
  await context.addInitScript((l) => localStorage.setItem('vitrina-language', l), lang);
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message.slice(0, 300)));
  await page.goto(vitrina.url + '/sign-in');
  const { mail, password } = vitrina.people[role as 'partner'];
  await page.locator('input[type=email]').fill(mail);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/inquiries/);
  for (const item of list.split(',')) {
    const [name, ...rest] = item.split('=');
    await page.goto(vitrina.url + rest.join('='));
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.waitForTimeout(500);
    const over = await page.evaluate(() => document.documentElement.scrollWidth);
    if (over > Number(width)) console.log('WIDE', combo, name, over);
    await page.screenshot({ path: `${out}/${name}-${combo}.png`, fullPage: false });
  }
  await context.close();
}
