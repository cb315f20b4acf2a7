import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { DAY_MS } from '#contract/durations.ts';
import type { Vitrina } from '#testing/server-process.ts';
import { AGENCY, NAME, test } from './fault-service.ts';
import type { GatewayClient } from './gateway-client.ts';
import { rows } from './inbox-page.ts';
import { expect } from './test.ts';

// One gateway in front of the erring service serves all tests of this file; each starts it again several times.
test.describe.configure({ mode: 'default', timeout: 120_000 });

/** A full read of the erring service waits between its tries. */
const READ = { timeout: 30_000 };

const ALL = `/inquiries?agencia=${AGENCY}&vista=todas`;

/** A day passes for the gateway's database: the agency's next full read is due when the gateway starts again, and is awaited. */
async function restartNextDay(vitrina: Vitrina): Promise<void> {
  await vitrina.kill();
  {
    using database = new DatabaseSync(join(vitrina.dataDir, 'gateway.db'));
    database.exec(`update indexed_agency set due_at = 0, full_read_at = full_read_at - ${DAY_MS}`);
  }
  const startedAt = Date.now();
  await vitrina.start();
  // A gateway that is stopped during a full read goes on with that one.
  await expect.poll(() => fetchLastFullRead(vitrina), READ).toBeGreaterThan(startedAt);
}

function fetchLastFullRead(vitrina: Vitrina): number {
  using database = new DatabaseSync(join(vitrina.dataDir, 'gateway.db'), { readOnly: true });
  const row = database.prepare('select min(full_read_at) as at from indexed_agency').get();
  return Number(row?.at);
}

/** Starts the gateway again, which reads the list of agencies as it starts. */
async function restart(vitrina: Vitrina): Promise<void> {
  await vitrina.kill();
  await vitrina.start();
}

const fetchFindings = async (client: GatewayClient) => (await client.call(desk.listFindings)).findings;

const fetchIndex = async (client: GatewayClient) =>
  (await client.call(desk.viewIndexState)).agencies.map(({ adminMail, inquiries, complete }) => ({
    adminMail,
    inquiries,
    complete,
  }));

async function accept(page: Page, finding: RegExp): Promise<void> {
  const region = page.getByRole('region', { name: finding });
  await region.getByRole('button', { name: 'Aceptar que falten' }).click();
  const dialog = page.getByRole('dialog', { name: finding });
  await expect(dialog).toContainText('en una semana se borran');
  await dialog.getByRole('button', { name: 'Aceptar que falten' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'inquiries that the service lost stay until somebody accepts the loss, and are then hidden',
  { tag: '@full' },
  async ({ page, service, vitrina, signIn, clientOf }) => {
    const support = await clientOf('support');
    service.inquiries = 8;
    await restartNextDay(vitrina);
    await expect
      .poll(() => fetchIndex(support), READ)
      .toEqual([{ adminMail: AGENCY, inquiries: 8, complete: true }]);

    // A copy of the first two is restored.
    service.inquiries = 2;
    service.fail('missing', ({ pathname }) => /\d{5}$/.test(pathname) && Number(pathname.slice(-5)) >= 2);
    await restartNextDay(vitrina);
    await expect.poll(() => fetchFindings(support), READ).toHaveLength(1);
    await signIn('support', '/connection');
    const finding = page.getByRole('region', { name: `El servicio ya no tiene 6 de 8 consultas de ${NAME}` });
    await finding.getByRole('button', { name: 'Seguir esperando' }).click();
    await expect(finding).toContainText(/decidió esperar/);
    await expect(finding.getByRole('button', { name: 'Seguir esperando' })).toBeHidden();

    await restartNextDay(vitrina);
    await page.goto(ALL);
    await expect(rows(page)).toHaveCount(8);
    await page.goto('/connection');
    await expect(finding).toContainText(/decidió esperar/);
    await accept(page, /6 de 8 consultas/);
    await expect.poll(() => fetchFindings(support)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Estado' })).toBeVisible();
    await expect(finding).toBeHidden();
    await page.goto(ALL);
    await expect(rows(page)).toHaveCount(2);

    await page.goto('/settings/audit?action=decideFinding');
    const entries = page.getByRole('table', { name: 'Auditoría' }).getByRole('row');
    await expect(entries.filter({ hasText: 'decidió sobre lo que el servicio ya no muestra' })).toHaveCount(
      2,
    );
  },
);

test(
  'agencies that the service does not list stay until somebody accepts, and return once it lists them',
  { tag: '@full' },
  async ({ page, service, vitrina, signIn, clientOf }) => {
    const [partner, seller] = [await clientOf('partner'), await clientOf('seller')];
    const agencies = async () => (await fetchIndex(partner)).map(({ adminMail }) => adminMail);
    service.fail('empty', ({ pathname }) => pathname === '/v3/agencias');
    await restart(vitrina);
    await expect.poll(() => fetchFindings(partner)).toHaveLength(1);
    expect(await agencies()).toEqual([AGENCY]);
    const decision = { kind: 'agencies', adminMail: null, missing: 1, decision: 'accept' } as const;
    await expect(seller.call(desk.decideFinding, { body: decision })).rejects.toThrow(/403/);
    await expect(seller.call(desk.listFindings)).rejects.toThrow(/403/);

    await test.step('a partner waits, and the agencies are listed again', async () => {
      await signIn('partner', '/connection');
      await page
        .getByRole('region', { name: /ya no lista 1 de 1 agencia/ })
        .getByRole('button', { name: 'Seguir esperando' })
        .click();
      await expect(page.getByText(/decidió esperar/)).toBeVisible();
      service.recover();
      await restart(vitrina);
      await expect.poll(() => fetchFindings(partner)).toEqual([]);
    });

    await test.step('a partner accepts the loss, and the agency returns once it is listed', async () => {
      service.fail('empty', ({ pathname }) => pathname === '/v3/agencias');
      await restart(vitrina);
      await expect.poll(() => fetchFindings(partner)).toHaveLength(1);
      await page.reload();
      await accept(page, /ya no lista 1 de 1 agencia/);
      await expect(page.getByText(/lo aceptó/)).toBeVisible();
      await restart(vitrina);
      await expect.poll(agencies).toEqual([]);
      expect(await fetchFindings(partner)).toEqual([]);
      service.recover();
      await restart(vitrina);
      await expect.poll(agencies).toEqual([AGENCY]);
    });
  },
);
