import type { Page } from '@playwright/test';
import { changeFollowUp } from './actions.ts';
import { freshness, newInquiries, panelHeading, rowOf } from './inbox-page.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// The clock of the page is moved on.
test.use({ freshContext: true });

test('the title counts arrivals until they are seen, and the list shows them on return', async ({
  page,
  agency,
  signIn,
}) => {
  await agency.receive('Ana');
  await page.clock.install();
  await signIn(agency.seller);
  await expect(freshness(page, 'al día')).toBeVisible();
  await page.getByRole('link', { name: 'Plantillas' }).first().click();
  await expect(page).toHaveTitle(/^Plantillas/);
  await agency.receive('Beto');
  await expect(page).toHaveTitle(/^\(1\) Plantillas/);
  await page.clock.fastForward(10_000);
  await page.goBack();
  await expect(newInquiries(page)).toHaveText('1 nueva');
  await expect(page).toHaveTitle('(1) Consultas – Vitrina');
  await newInquiries(page).click();
  await expect(rowOf(page, 'Beto')).toBeVisible();
  await expect(page).toHaveTitle('Consultas – Vitrina');
});

test(
  'desktop notices appear by choice, once for all tabs, and lead to arrivals and returned snoozes',
  { tag: '@full' },
  async ({ page, context, agency, clientOf, signIn }) => {
    // The browser without windows shows no notices: each tab records its own.
    await context.addInitScript(() => {
      const notices: { text: string; press: () => void }[] = [];
      class Recorded extends EventTarget {
        static readonly permission = 'granted';
        static readonly requestPermission = async () => 'granted';
        constructor(title: string, { body }: { body: string }) {
          super();
          notices.push({ text: `${title} · ${body}`, press: () => this.dispatchEvent(new Event('click')) });
        }
        close() {}
      }
      Object.assign(globalThis, { Notification: Recorded, notices });
      document.hasFocus = () => false;
    });
    const readNotices = (tab: Page) =>
      tab.evaluate(() =>
        (globalThis as unknown as { notices: { text: string }[] }).notices.map(({ text }) => text),
      );
    const notices = async () => (await Promise.all(context.pages().map(readNotices))).flat();
    const inquiry = await agency.receive('Ana');
    await signIn(agency.seller, '/settings/me');
    await page.getByRole('switch', { name: 'Notificación en el escritorio', exact: true }).check();
    const until = Date.now() + 600_000;
    await changeFollowUp(await clientOf('partner'), inquiry, { kind: 'snooze', until });
    const inbox = await context.newPage();
    await inbox.clock.install();
    const snoozed = inbox.waitForResponse(/snoozed=1/);
    await inbox.goto('/inquiries');
    await expect(freshness(inbox, 'al día')).toBeVisible();
    await inbox.clock.runFor(4000);
    await (await snoozed).finished();
    await agency.receive('Beto');
    const arrived = `1 consulta nueva · ${agency.adminMail}`;
    const returned = `Volvió una consulta pospuesta · ${agency.adminMail}`;
    await expect.poll(notices).toEqual([arrived]);

    await test.step('an expired snooze is announced and opened', async () => {
      await inbox.clock.fastForward('11:00');
      await expect.poll(notices).toContain(returned);
      const tab = (await readNotices(page)).includes(returned) ? page : inbox;
      await tab.evaluate((text) => {
        const shown = (globalThis as unknown as { notices: { text: string; press: () => void }[] }).notices;
        shown.find((notice) => notice.text === text)?.press();
      }, returned);
      await expect(panelHeading(tab)).toHaveText('Ana');
    });
  },
);
