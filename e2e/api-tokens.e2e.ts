import { inquiryIndexEndpoints } from '#contract/desk/inquiries.ts';
import { createColleague } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './test.ts';

test(
  'a person creates a token, a program uses it, and is refused once it is revoked',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const person = await createColleague(vitrina, await clientOf('partner'), 'support');
    const call = (token: string) =>
      fetch(new URL(inquiryIndexEndpoints.viewIndexState.path, vitrina.url), {
        headers: { authorization: `Bearer ${token}` },
      });
    await signIn(person, '/settings/api-tokens');
    await expect(page.getByText('Todavía no hay tokens.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Crear un token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    await expect(dialog.getByText('Elegí al menos uno.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Nombre del programa que lo usa').fill('Planilla');
    await dialog.getByRole('checkbox', { name: 'Leer consultas' }).check();
    await dialog.getByLabel('Tu contraseña').fill(person.password);
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    const secret = dialog.getByText(/^vit_/);
    await expect(secret).toBeVisible();
    await expectAccessible(page);
    const token = await secret.textContent();
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    await expect(dialog).toBeHidden();

    expect((await call(token ?? '')).status).toBe(200);
    await page.reload();
    const row = page.getByRole('table', { name: 'Tokens' }).getByRole('row').filter({ hasText: 'Planilla' });
    await expect(row.getByText('Sin usar')).toBeHidden();
    await expectAccessible(page);

    await row.getByRole('button', { name: 'Revocar Planilla' }).click();
    await dialog.getByRole('button', { name: 'Revocar' }).click();
    await expect(row.getByText('Revocado')).toBeVisible();
    const refused = await call(token ?? '');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  },
);
