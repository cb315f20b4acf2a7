import { v3 } from '#contract/v3.ts';
import { expectAccessible } from './axe.ts';
import { indexInquiries, listOutcomes, makeKnownForAnHour, minutesAgo } from './missed.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

const TOPIC = { params: { topic: 'consulta-recibida' } };

test(
  'the line on the overview opens the balance, a day its agencies, and an agency its inquiries',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    const inquiry = await agency.receive('Ana');
    await signIn('support', '/overview');
    const line = page.getByRole('link', {
      name: /^En 90 días: [\d.]+ hechas?, [\d.]+ en la bandeja, \d+ sin explicar$/,
    });
    await line.click();
    await expect(page).toHaveURL('/balance');
    await expect(page.getByRole('heading', { name: /^[\d.]+ hechas?, [\d.]+ en la bandeja/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('table', { name: 'Días' }).getByRole('row').nth(1).getByRole('link').click();
    const agencies = page.getByRole('table', { name: 'Agencias' });
    await agencies.getByRole('link', { name: agency.adminMail }).click();
    const inquiries = page.getByRole('table', { name: 'Consultas' });
    await expect(inquiries.getByRole('row')).toHaveCount(2);
    await expect(inquiries).toContainText(inquiry.sid);
    await expect(inquiries).toContainText(/con su aviso|por la lectura periódica/);
    await expectAccessible(page);
  },
);

test(
  'support resends what was missed while the topic was off, and retries what the service refused',
  { tag: '@full' },
  async ({ page, vitrina, agency, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const { adminMail } = agency;
    await makeKnownForAnHour(vitrina, adminMail);
    const { Callback } = (await partner.call(v3.viewWebhook, TOPIC)) as { Callback: string };
    const setActive = (Activo: boolean) =>
      partner.call(v3.editWebhook, { ...TOPIC, body: { Callback, Activo } });
    await setActive(false);
    try {
      const Momento = minutesAgo(5);
      const missed = [
        await agency.receive('Primera', { Momento }),
        await agency.receive('Segunda', { Momento }),
      ];
      await indexInquiries(partner, adminMail);
      await signIn('support', `/balance?agency=${adminMail}`);
      await page.getByRole('button', { name: 'Reenviar las 2 que faltaron' }).click();
      const dialog = page.getByRole('dialog', { name: '¿Reenviar lo que faltó?' });
      await expect(dialog).toContainText('de 2 consultas hechas');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Reenviar 2' }).click();
      await page.getByRole('link', { name: 'Ver el proceso' }).click();

      const rows = page.getByRole('table', { name: 'Filas' }).getByRole('row');
      // Support sees the names of buyers masked.
      for (const name of ['P•••', 'S•••']) {
        await expect(rows.filter({ hasText: name })).toContainText('El servicio no la aceptó');
        await expect(rows.filter({ hasText: name })).toContainText('no está configurada y activa');
      }
      await expect(page.getByText('0 de 2 se reenviaron · 2 no')).toBeVisible();
      await expectAccessible(page);

      await setActive(true);
      await page.getByRole('button', { name: 'Reintentar lo que falló' }).click();
      for (const name of ['P•••', 'S•••'])
        await expect(rows.filter({ hasText: name })).toContainText('Hecha');
      await expect(page.getByText('2 de 2', { exact: true })).toBeVisible();
      await expect(page.getByText('Terminado', { exact: true })).toBeVisible();
      for (const { sid } of missed)
        await expect.poll(() => listOutcomes(partner, sid)).toEqual(['arrived', 'received']);

      await page.goto(`/balance?agency=${adminMail}`);
      await expect(page.getByRole('table', { name: 'Días' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Reenviar/ })).toHaveCount(0);
    } finally {
      await setActive(true);
    }
  },
);
