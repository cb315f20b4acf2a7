import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { createAgency, receiveInquiry } from './actions.ts';
import { chooseOption, fillDate } from './fields.ts';
import { holdRequests } from './network.ts';
import { expect, test } from './test.ts';

// The demo's topics point to this console's receiver.

const TOPIC = 'consulta-recibida';
const deliveryEndpoints = (page: Page) => page.getByRole('table', { name: 'Entregas' }).getByRole('row');
const resendButton = (page: Page) => page.getByRole('button', { name: 'Reenviar la consulta' });

test('support resends a lost inquiry from its card and sees what arrives', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  const adminMail = await createAgency(vitrina, await clientOf('partner'));
  const { path, sid } = await receiveInquiry(vitrina, adminMail);
  await signIn('support', path);
  await page.getByText('Su webhook').click();
  const release = await holdRequests(page, '**/resendwebhook');
  await resendButton(page).click();
  await expect(resendButton(page)).toBeDisabled();
  release();
  await expect(page.getByText('El servicio lo aceptó')).toBeVisible();
  await expect(page.getByText(/Llegó acá [\d,]+ s después de pedirlo/)).toBeVisible();
  await expect(resendButton(page)).toBeEnabled();

  await page.getByRole('link', { name: 'Sus entregas' }).click();
  await expect(page).toHaveURL(`/deliveries?id=${sid}`);
  const arrivedResend = deliveryEndpoints(page).filter({ hasText: 'Reenvío que llegó' });
  await expect(arrivedResend).toContainText(adminMail);
  await expect(page.getByRole('table', { name: 'Entregas' })).not.toContainText(sid);
  await arrivedResend.getByRole('link', { name: 'Ver lo que llegó' }).click();
  await expect(page.getByRole('region', { name: 'Texto del contenido' })).toContainText('"Interesado"');
  await page.getByLabel('Buscar en el contenido').fill('momento');
  await expect(page.getByText('1 vez', { exact: true })).toBeVisible();
  await expect(page.getByText('Dice lo mismo en todos sus campos.')).toBeVisible();
  await page.getByText(/campos iguales/).click();
  await expect(page.getByRole('table', { name: 'Campos iguales' })).toContainText('Interesado.Nombre');
  await page.getByText('Encabezados').click();
  await expect(page.getByText('notification-topic')).toBeVisible();
  await page.getByRole('link', { name: 'Ver el reenvío que la trajo' }).click();
  await expect(page.getByText('Reenvío que llegó')).toBeVisible();
});

test(
  'support sees in the log of the service that the webhook of an inquiry was delivered',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const { sid } = await receiveInquiry(vitrina, await createAgency(vitrina, await clientOf('partner')));
    await signIn('support', '/deliveries');
    await page.getByRole('link', { name: 'Intentos del servicio' }).click();
    await expect(page.getByRole('heading', { name: /en 24 h$/ })).toBeVisible();
    await page.getByLabel('Id de la consulta').fill(sid);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/deliveries/attempts?sid=${sid}`);
    const attempts = page.getByRole('table', { name: 'Intentos del servicio' }).getByRole('row');
    await expect(async () => {
      await page.getByRole('button', { name: 'Actualizar' }).click();
      await expect(attempts).toHaveCount(2, { timeout: 1000 });
    }).toPass();
    await expect(attempts.nth(1)).toContainText('Entregado');
    await chooseOption(page, 'Resultado', 'Abandonado');
    await expect(page.getByText('Ningún intento de los últimos 30 días')).toBeVisible();
  },
);

test(
  'a resend follows the callback of its topic, also when that changes meanwhile',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const { path } = await receiveInquiry(vitrina, await createAgency(vitrina, partner));
    const topic = { params: { topic: TOPIC } };
    const { Callback } = (await partner.call(v3.viewWebhook, topic)) as { Callback: string };
    const setTopic = (body: { Callback: string; Activo: boolean }) =>
      partner.call(v3.editWebhook, { ...topic, body });
    await signIn('support', path);
    await page.getByText('Su webhook').click();
    try {
      await setTopic({ Callback: 'http://127.0.0.1:9/elsewhere', Activo: true });
      await resendButton(page).click();
      await expect(page.getByText('no podemos saber si llega')).toBeVisible();
      await setTopic({ Callback, Activo: true });
      await resendButton(page).click();
      await expect(page.getByText(/Llegó acá [\d,]+ s después de pedirlo/)).toBeVisible();
      await setTopic({ Callback, Activo: false });
      await resendButton(page).click();
      await expect(page.getByRole('alert')).toContainText('El servicio no la reenvía');
    } finally {
      await setTopic({ Callback, Activo: true });
    }
  },
);

test(
  'a forged message is listed as refused, and the address holds the filters',
  { tag: '@full' },
  async ({ page, signIn, clientOf }) => {
    const { topics } = await (await clientOf('support')).call(desk.listWebhooksDesk);
    const forged = await fetch(topics[0]?.receiver ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'notification-topic': TOPIC,
        'notification-hook-id': 'forged',
      },
      body: JSON.stringify({ SID: 'x' }),
    });
    expect(forged.status).toBe(400);

    await signIn('support', '/deliveries');
    await chooseOption(page, 'Resultado', 'Rechazada');
    await expect(page).toHaveURL('/deliveries?outcome=refused');
    await expect(deliveryEndpoints(page).nth(1)).toContainText('Rechazada');
    await page.getByRole('combobox', { name: 'Agencia' }).fill('nadie@x.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Ninguna entrega coincide con estos filtros.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Agencia' })).toHaveValue('nadie@x.example');
    await page.getByRole('button', { name: 'Limpiar' }).click();
    await expect(page).toHaveURL('/deliveries');
    await fillDate(page, 'Desde', '2026-01-15');
    await expect(page).toHaveURL('/deliveries?from=2026-01-15');
    await fillDate(page, 'Desde', '');
    await expect(page).toHaveURL('/deliveries');
  },
);
