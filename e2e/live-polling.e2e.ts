import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { changeFollowUp } from './actions.ts';
import type { GatewayClient } from './gateway-client.ts';
import { POLLED_FRESHNESS, freshness, history, newInquiries, rowWith, statusButton } from './inbox-page.ts';
import { LIVE_EVENTS, blockLiveEvents, trackCalls } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

/** Hides or shows the tab, as the page observes it. */
async function turnTab(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('changes made while the page was offline or had no stream appear afterwards', async ({
  page,
  context,
  agency,
  clientOf,
  signIn,
}) => {
  const inquiry = await agency.receive('Ana');
  const partner = await clientOf('partner');
  await signIn(agency.seller, inquiry.path);
  await expect(statusButton(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
  await expect(freshness(page, 'al día')).toBeVisible();

  await context.setOffline(true);
  await expect(freshness(page, /Sin conexión · /)).toBeVisible();
  await changeFollowUp(partner, inquiry, { kind: 'status', status: 'contacted' });
  await agency.receive('Beto');
  await context.setOffline(false);
  await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
  await expect(rowWith(page, 'Ana')).toContainText('Contactada');
  await expect(newInquiries(page)).toHaveText('1 nueva');
  await expect(freshness(page, 'al día')).toBeVisible();

  await blockLiveEvents(context);
  // The page listens to `visibilitychange` once this request is refused.
  const refused = page.waitForResponse(LIVE_EVENTS);
  await page.reload();
  await refused;
  await expect(rowWith(page, 'Ana')).toContainText('Contactada');
  await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
  await turnTab(page, 'hidden');
  await changeFollowUp(partner, inquiry, { kind: 'status', status: 'appointment' });
  await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
  await turnTab(page, 'visible');
  await expect(statusButton(page, 'Cita')).toHaveAttribute('aria-pressed', 'true');
  await expect(rowWith(page, 'Ana')).toContainText('Cita');
  await expect(history(page)).toContainText('Cita');
});

test.describe('with a clock of the test', () => {
  // The clock of the page is moved on.
  test.use({ freshContext: true });

  test('a hidden tab polls nothing, and refetches when it is shown', async ({
    page,
    context,
    agency,
    signIn,
  }) => {
    await agency.receive('Ana');
    await page.clock.install();
    await blockLiveEvents(context);
    const calls = trackCalls(page, /^\/(?:v3\/consultas|desk\/inquiries)/);
    // The page listens to `visibilitychange` once this request is refused.
    const refused = page.waitForResponse(LIVE_EVENTS);
    await signIn(agency.seller);
    await refused;
    await expect(freshness(page, POLLED_FRESHNESS)).toBeVisible();
    await agency.receive('Beto');
    await page.clock.fastForward(31_000);
    await expect(newInquiries(page)).toHaveText('1 nueva');

    await turnTab(page, 'hidden');
    // The reply to a call that began before may begin another one.
    await page.clock.fastForward('05:00');
    await expect(freshness(page, /hace 5 min/)).toBeVisible();
    await expect.poll(() => calls.open.size).toBe(0);
    calls.begun.length = 0;
    await page.clock.fastForward('10:00');
    // Its reply may have come after the five minutes.
    await expect(freshness(page, /hace 1[05] min/)).toBeVisible();
    expect(calls.begun).toEqual([]);
    await agency.receive('Ciro');
    await turnTab(page, 'visible');
    await expect(newInquiries(page)).toHaveText('2 nuevas');
  });
});

test.describe('a callback that points elsewhere', () => {
  test.use({ freshContext: true });

  test(
    'the page polls until the callback points here again',
    { tag: '@full' },
    async ({ page, vitrina, agency, clientOf, signIn }) => {
      test.setTimeout(120_000);
      await agency.receive('Ana');
      const partner = await clientOf('partner');
      const { topics } = await partner.call(desk.listWebhooksDesk);
      const receiver = topics.find(({ topic }) => topic === INQUIRY_TOPIC)?.receiver ?? '';
      await page.clock.install();
      await signIn(agency.seller);
      await expect(freshness(page, 'al día')).toBeVisible();
      await pointCallback(partner, `${vitrina.serviceUrl}/healthz`);
      await expect(freshness(page, POLLED_FRESHNESS)).toBeVisible();
      await agency.receive('Beto');
      // The gateway reads the list of what somebody looks at every minute.
      await expect(async () => {
        await page.clock.fastForward(31_000);
        await expect(newInquiries(page)).toHaveText('1 nueva', { timeout: 1000 });
      }).toPass({ timeout: 80_000 });
      await pointCallback(partner, receiver);
      await expect(freshness(page, 'al día')).toBeVisible();
      await agency.receive('Ciro');
      await expect(newInquiries(page)).toHaveText('2 nuevas');
    },
  );
});

/** Sets where the service sends what it tells of inquiries. */
async function pointCallback(partner: GatewayClient, callback: string): Promise<void> {
  await partner.call(v3.editWebhook, {
    params: { topic: INQUIRY_TOPIC },
    body: { Callback: callback, Secret: 'una-clave-para-firmar-los-avisos', Activo: true },
  });
}
