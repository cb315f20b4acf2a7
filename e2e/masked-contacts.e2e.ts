import { test } from './own-agency.ts';
import { expect } from './test.ts';

test(
  'support finds a lead by its phone, shows its contact for a purpose, and the partner finds that in the audit',
  { tag: '@full' },
  async ({ page, agency, signIn, clientOf }) => {
    const sid = await agency.receive('Zulema', {
      Interesado: { Apellido: 'Quirogal', Telefono: '351 555-4321', Email: 'zulema@casilla.example' },
    });
    expect(sid).toBeTruthy();
    await signIn('support', `/inquiries?agencia=${agency.adminMail}&buscar=3515554321`);
    await page.getByRole('link', { name: /Zulema Q•••/ }).click();
    const card = page.getByRole('article');
    await expect(card.getByText('35• •••-4321', { exact: true })).toBeVisible();
    await expect(card.getByRole('link', { name: /Llamar|Correo|WhatsApp/ })).toHaveCount(0);
    expect(await page.content()).not.toMatch(/Quirogal|zulema@/);

    await card.getByRole('button', { name: 'Mostrar contacto' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mostrar el contacto' });
    await dialog.getByRole('button', { name: 'La agencia dice que no le llegó' }).click();
    await dialog.getByRole('button', { name: 'Mostrar contacto' }).click();
    await expect(card.getByRole('heading', { name: 'Zulema Quirogal' })).toBeVisible();
    await expect(card.getByRole('link', { name: /Llamar/ })).toHaveAttribute('href', 'tel:+543515554321');
    await page.reload();
    await expect(card.getByRole('button', { name: 'Mostrar contacto' })).toBeVisible();
    await expect(card.getByText('Quirogal')).toHaveCount(0);

    await page.context().addCookies(await (await clientOf('partner')).cookies());
    await page.goto('/settings/audit?action=revealContacts');
    const entry = page.getByRole('table', { name: 'Auditoría' }).getByRole('row').nth(1);
    await expect(entry).toContainText('vio el contacto de quien hizo una consulta');
    await expect(entry).toContainText('Para qué: La agencia dice que no le llegó');
  },
);
