import type { Page } from '@playwright/test';
import { setUp } from './second-factor.ts';
import { type Person, output } from './server.ts';
import { expect, fillSignIn, rows, test } from './test.ts';

/** Somebody whom no other test knows. */
async function newPerson(dataDir: string, mailbox: string): Promise<Person> {
  const mail = `${mailbox}@vitrina.example`;
  const said = await output('person-create.ts', ['--mail', mail, '--role', 'support'], {
    DATA_DIR: dataDir,
  });
  return { mail, password: said.trim().split('\n').at(-1) ?? '' };
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

test('the account page says who one is, and the menu leads there', async ({ page, vitrina, signIn }) => {
  await signIn('seller');
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('link', { name: 'Mi cuenta' }).click();
  await expect(page).toHaveURL(`${vitrina.url}/settings/me`);
  await expect(section(page, 'Datos')).toContainText('Valeria Sosa');
  await expect(section(page, 'Datos')).toContainText('vendedora@vitrina.example');
  await expect(section(page, 'Datos')).toContainText('Ventas');
});

test('language and theme change at once, and outlast signing out', async ({ page, signIn }) => {
  await signIn('support', '/settings/me');
  await section(page, 'Idioma y tema').getByRole('button', { name: 'Oscuro' }).click();
  await section(page, 'Idioma y tema').getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('changing the password says what is wrong with it, and ends the other sessions', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  const person = await newPerson(vitrina.dataDir, 'cambia');
  const elsewhere = await (await browser.newContext({ baseURL: vitrina.url })).newPage();
  await elsewhere.goto('/inquiries');
  await fillSignIn(elsewhere, person);
  await expect(rows(elsewhere).first()).toBeVisible();

  await signIn(person, '/settings/me');
  const form = section(page, 'Contraseña');
  const submit = form.getByRole('button', { name: 'Cambiar la contraseña' });
  await form.getByLabel('Contraseña actual').fill('no es esta');
  await form.getByLabel('Contraseña nueva').fill('corta');
  await expect(form.getByText('Van 5 de 12 caracteres.')).toBeVisible();
  await submit.click();
  await expect(form.getByLabel('Contraseña nueva')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Contraseña nueva').fill('passwordpassword');
  await submit.click();
  await expect(form.getByText('No es tu contraseña actual.')).toBeVisible();
  await form.getByLabel('Contraseña actual').fill(person.password);
  await submit.click();
  await expect(form.getByText('Es de las primeras que se prueban.')).toBeVisible();
  await form.getByLabel('Contraseña nueva').fill('once grullas cruzan el río');
  await form.getByRole('button', { name: 'Mostrar' }).last().click();
  await expect(form.getByLabel('Contraseña nueva')).toHaveAttribute('type', 'text');
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText('Tu contraseña cambió. Las otras sesiones se cerraron.');
  await expect(section(page, 'Sesiones').getByRole('listitem')).toHaveCount(1);

  await elsewhere.getByRole('button', { name: 'Página siguiente' }).click();
  const again = elsewhere.getByRole('dialog', { name: 'Tu sesión terminó' });
  await again.getByLabel('Contraseña').fill('once grullas cruzan el río');
  await again.getByRole('button', { name: 'Entrar' }).click();
  await expect(again).toBeHidden();
  await elsewhere.context().close();
});

test('sessions are listed with their browser, and each can be ended', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  const person = await newPerson(vitrina.dataDir, 'sesiones');
  const phone = await browser.newContext({
    baseURL: vitrina.url,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  });
  const elsewhere = await phone.newPage();
  await elsewhere.goto('/inquiries');
  await fillSignIn(elsewhere, person);
  await expect(rows(elsewhere).first()).toBeVisible();

  await signIn(person, '/settings/me');
  const list = section(page, 'Sesiones').getByRole('listitem');
  await expect(list).toHaveCount(2);
  await expect(list.filter({ hasText: 'esta sesión' })).toContainText('Linux');
  await expect(list.filter({ hasText: 'Chrome 141 en Android' })).toContainText('127.0.0.1');
  await page.getByRole('button', { name: 'Cerrar sesión: Chrome 141 en Android' }).click();
  await expect(list).toHaveCount(1);
  await elsewhere.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(elsewhere.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
  await phone.close();

  await list.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
});

test('a second factor is set up, asked for, recovered from, renewed and removed', async ({
  page,
  vitrina,
  signIn,
}) => {
  const person = await newPerson(vitrina.dataDir, 'segundo');
  await signIn(person, '/settings/me');
  const own = section(page, 'Segundo paso');
  await own.getByRole('button', { name: 'Activar el segundo paso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Activar el segundo paso' });
  await dialog.getByLabel('Contraseña').fill('no es esta');
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  await expect(dialog.getByText('No es tu contraseña actual.')).toBeVisible();
  await dialog.getByLabel('Contraseña').fill(person.password);
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  const { authenticator, codes } = await setUp(dialog, 'Listo');
  await expect(own).toContainText('Está activo');
  await expect(own).toContainText(`Te quedan ${codes.length} códigos de recuperación.`);

  // By the authenticator, after a wrong code.
  await signOut(page);
  await page.goto('/settings/me');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/sign-in\/second-factor\?next=%2Fsettings%2Fme$/);
  await expect(page.getByLabel('Código', { exact: true })).toBeFocused();
  await page.getByLabel('Código', { exact: true }).fill('123 456');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toContainText('El código no es correcto');
  await page.getByLabel('Código', { exact: true }).fill(authenticator.code());
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(own).toContainText('Está activo');

  // By a recovery code, which then is one less.
  await signOut(page);
  await page.goto('/settings/me');
  await fillSignIn(page, person);
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await page.getByLabel('Código de recuperación').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(own).toContainText(`Te quedan ${codes.length - 1} códigos de recuperación.`);

  await own.getByRole('button', { name: 'Códigos nuevos' }).click();
  const renewing = page.getByRole('dialog', { name: 'Códigos de recuperación nuevos' });
  await renewing.getByLabel('Contraseña').fill(person.password);
  await renewing.getByRole('button', { name: 'Crear códigos nuevos' }).click();
  await expect(renewing.getByRole('listitem')).toHaveCount(codes.length);
  const [fresh] = await renewing.getByRole('listitem').allInnerTexts();
  expect(codes).not.toContain(fresh);
  await renewing.getByLabel('Guardé los códigos').check();
  await renewing.getByRole('button', { name: 'Listo' }).click();
  await expect(own).toContainText(`Te quedan ${codes.length} códigos de recuperación.`);

  await own.getByRole('button', { name: 'Quitar el segundo paso' }).click();
  const removing = page.getByRole('dialog', { name: 'Quitar el segundo paso' });
  await removing.getByLabel('Contraseña').fill(person.password);
  await removing.getByRole('button', { name: 'Quitar el segundo paso' }).click();
  await expect(own).toContainText('No está activo');
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
}
