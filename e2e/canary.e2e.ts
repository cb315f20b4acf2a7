import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Canary, CANARY_HOURS } from '#contract/desk/canary.ts';
import { desk } from '#contract/desk/desk.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { type Vitrina, startVitrina } from '#testing/server-process.ts';
import { expectAccessible } from './axe.ts';
import { copyDemoTemplate } from './demo-template.ts';
import type { GatewayClient } from './gateway-client.ts';
import { listOutcomes, minutesAgo } from './missed.ts';
import { test as base } from './own-agency.ts';
import { expect } from './test.ts';

/** A zone in which the canary tests now: the signs of these names are those of POSIX. */
function findZoneByDay(): string {
  const offset = new Date().getUTCHours() - Math.floor((CANARY_HOURS.from + CANARY_HOURS.to) / 2);
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '+' : ''}${offset > 12 ? offset - 24 : offset}`;
}

const test = base.extend<object, { vitrina: Vitrina }>({
  vitrina: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      await using folder = await copyDemoTemplate();
      await using vitrina = await startVitrina({
        DATA_DIR: folder.path,
        SERVICE_TIME_ZONE: findZoneByDay(),
      });
      await use(vitrina);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.describe.configure({ timeout: 120_000 });

/** Time within which a message must arrive. */
const ARRIVAL_TIMEOUT_MS = 2 * MINUTE_MS;

/** Lets the last test of the canary have begun earlier. */
function moveLastRun({ dataDir }: Vitrina, by: number): void {
  using database = new DatabaseSync(join(dataDir, 'gateway.db'), { timeout: 5000 });
  database
    .prepare('update canary_run set at = at - ? where id = (select max(id) from canary_run)')
    .run(Math.ceil(by));
}

const lastRun = async (client: GatewayClient): Promise<Canary['runs'][number] | undefined> =>
  (await client.call(desk.viewCanary)).runs[0];

test(
  'support sees on the page of the topic that tests arrive, and that a signature does not match',
  { tag: '@full' },
  async ({ page, vitrina, agency, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const { adminMail } = agency;
    const { sid } = await agency.receive('Ana', { Momento: minutesAgo(90) });
    await expect.poll(() => listOutcomes(partner, sid)).toEqual(['received']);
    /** The next test is due at once. */
    const begin = async () => {
      await partner.call(desk.setCanary, { body: { setting: null } });
      await partner.call(desk.setCanary, { body: { setting: { adminMail, minutes: 5 } } });
    };
    const runs = page.getByRole('list', { name: 'Últimas pruebas' }).getByRole('listitem');

    await test.step('a test arrives, and is no message of its inquiry', async () => {
      await begin();
      await expect.poll(async () => (await lastRun(partner))?.outcome).toBe('arrived');
      await signIn('support', '/webhooks/consulta-recibida');
      await expect(runs.first()).toContainText(/^Llegó/);
      await expect(page.getByText('Cada 5 min, con una consulta de', { exact: false })).toBeVisible();
      await expect(page.getByText('En 24 horas llegaron 1 de 1.', { exact: false })).toBeVisible();
      await expectAccessible(page);
      expect(await listOutcomes(partner, sid)).toEqual(['received']);
    });

    await test.step('a test whose signature does not match has come', async () => {
      await partner.call(desk.setDemoFault, { body: { fault: 'wrong-secret' } });
      moveLastRun(vitrina, 5 * MINUTE_MS);
      const since = Date.now();
      await begin();
      await expect.poll(async () => (await lastRun(partner))?.status).toBe(202);
      await expect.poll(async () => (await lastRun(partner))?.outcome).toBe('pending');
      const { at = 0 } = (await lastRun(partner)) ?? {};
      const findRefusal = async () => {
        const query = { outcome: 'refused', reason: 'signature', since } as const;
        const { deliveries } = await partner.call(desk.listDeliveries, { query });
        return deliveries.find((delivery) => delivery.at >= at)?.at;
      };
      await expect.poll(findRefusal).toBeDefined();
      // Its time is over shortly after the refusal.
      moveLastRun(vitrina, at + ARRIVAL_TIMEOUT_MS - ((await findRefusal()) ?? 0) - 1);
      await begin();
      await expect.poll(async () => (await lastRun(partner))?.outcome).toBe('signature');
      await page.reload();
      await expect(runs.first()).toContainText('Llegó, pero la firma no coincidía');
      await expect(runs.nth(1)).toContainText(/^Llegó/);
    });

    await test.step('nothing is tested any more', async () => {
      await partner.call(desk.setDemoFault, { body: { fault: null } });
      await partner.call(desk.setCanary, { body: { setting: null } });
      await page.reload();
      await expect(page.getByText('Está apagada. La enciende quien administra Vitrina.')).toBeVisible();
    });
  },
);
