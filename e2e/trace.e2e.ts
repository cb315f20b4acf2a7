import { v3 } from '#contract/v3.ts';
import { createAgency, receiveInquiry, uniqueName } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './test.ts';

const TOPIC = { params: { topic: 'consulta-recibida' } };

test('support sees from the card of an inquiry how it arrived', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  const adminMail = await createAgency(vitrina, await clientOf('partner'));
  const { path } = await receiveInquiry(vitrina, adminMail);
  await signIn('support', path);
  await page.getByRole('link', { name: 'Cómo llegó' }).click();
  await expect(page.getByRole('heading', { name: /^Llegó \d+ s después de hacerse$/ })).toBeVisible();
  const stations = page.getByRole('list', { name: 'Su recorrido' }).getByRole('listitem');
  await expect(stations).toHaveCount(9);
  await expect(stations.filter({ hasText: 'Llegada a esta consola' })).toContainText('con la firma correcta');
  await expect(page.getByText('Una consulta hecha ahora llegaría enseguida, por el aviso.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar para el servicio' }).click();
  expect((await download).suggestedFilename()).toMatch(/^consulta-\w{26}\.json$/);
});

test('a partner finds by phone why an inquiry came without its webhook, and mends it', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  const partner = await clientOf('partner');
  const adminMail = await createAgency(vitrina, partner);
  const { Callback } = (await partner.call(v3.viewWebhook, TOPIC)) as { Callback: string };
  const setActive = (Activo: boolean) =>
    partner.call(v3.editWebhook, { ...TOPIC, body: { Callback, Activo } });
  await setActive(false);
  try {
    await receiveInquiry(vitrina, adminMail, { Interesado: { Nombre: 'Eulalia', Telefono: '3515557788' } });
    // The list brings it into the index.
    await partner.call(v3.listInquiries, { params: { adminMail } });
    await signIn('partner', '/trace');
    await page.getByLabel('Teléfono, correo, nombre, publicación o id').fill('351 555-7788');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.getByRole('link', { name: /Eulalia/ }).click();
    await expect(
      page.getByRole('heading', {
        name: 'Está en la bandeja, pero no la trajo el aviso: el aviso estaba suspendido',
      }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Encender el aviso' }).click();
    await expect(page.getByText('Ya está encendido acá: falta guardar.')).toBeVisible();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page).toHaveURL('/webhooks/consulta-recibida');
  } finally {
    await setActive(true);
  }
});

test(
  'the page of an agency that never registered says why nothing comes from it',
  { tag: '@full' },
  async ({ page, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const AdminMail = `${uniqueName('ventas')}@agencia.example`;
    const Nombre = uniqueName('Sin registro');
    await partner.call(v3.inviteAgency, { body: { AdminMail, Nombre } });
    await signIn('partner', `/trace?q=${AdminMail}`);
    await page.getByRole('link', { name: Nombre }).click();
    await expect(
      page.getByText('Una consulta hecha ahora no llegaría: la agencia no terminó su registro.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Ver su invitación' }).click();
    await expect(page).toHaveURL('/agencies/invitations');
  },
);
