import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { createColleague } from './actions.ts';
import { rows } from './inbox-page.ts';
import { setUpSecondFactor } from './second-factor.ts';
import { expect, fillSignIn, test } from './test.ts';

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Cuenta de|Account of/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Cerrar sesión|Sign out/ })
    .click();
  await expect(page.getByRole('heading', { name: /Iniciar sesión|Sign in/ })).toBeVisible();
}

test(
  'language and theme of the account survive signing out',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const person = await createColleague(vitrina, await clientOf('partner'), 'support');
    await signIn(person, '/settings/templates');
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    await page.getByRole('link', { name: 'Mi cuenta' }).click();
    await expect(page).toHaveURL('/settings/me');
    for (const text of ['Paula Rey', person.mail, 'Soporte'])
      await expect(section(page, 'Datos')).toContainText(text);
    await section(page, 'Idioma y tema').getByRole('button', { name: 'Oscuro' }).click();
    await section(page, 'Idioma y tema').getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await signOut(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  },
);

test(
  'sessions are listed with their browser, and end one by one or with a new password',
  { tag: '@full' },
  async ({ page, browser, vitrina, signIn, clientOf }) => {
    const person = await createColleague(vitrina, await clientOf('partner'), 'support');
    const phone = await browser.newContext({
      baseURL: vitrina.url,
      userAgent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    });
    const phonePage = await phone.newPage();
    await phonePage.goto(`/inquiries?agencia=${BUSY_AGENCY}`);
    await fillSignIn(phonePage, person);
    await expect(rows(phonePage).first()).toBeVisible();

    const list = section(page, 'Sesiones').getByRole('listitem');
    const nextPage = phonePage.getByRole('button', { name: 'Página siguiente', includeHidden: true });
    const dialog = phonePage.getByRole('dialog', { name: 'Tu sesión terminó' });
    await test.step('another session is ended', async () => {
      await signIn(person, '/settings/me');
      await expect(list.filter({ hasText: 'esta sesión' })).toHaveCount(1);
      await expect(list.filter({ hasText: 'Chrome 141 en Android' })).toContainText('127.0.0.1');
      await page.getByRole('button', { name: 'Cerrar sesión: Chrome 141 en Android' }).click();
      await expect(list.filter({ hasText: 'Android' })).toContainText('Cerrada');
      // The page may have learned of the end by itself, and hidden the list behind the dialog.
      await nextPage.dispatchEvent('click');
      await dialog.getByLabel('Contraseña').fill(person.password);
      await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(dialog).toBeHidden();
    });

    const open = list.filter({ hasNotText: 'Cerrada' });
    await test.step('a new password ends the other sessions', async () => {
      const form = section(page, 'Contraseña');
      await form.getByLabel('Contraseña actual').fill(person.password);
      await form.getByLabel('Contraseña nueva').fill('once grullas cruzan el río');
      await form.getByRole('button', { name: 'Cambiar la contraseña' }).click();
      await expect(form.getByRole('alert')).toHaveText(
        'Tu contraseña cambió. Las otras sesiones se cerraron.',
      );
      await expect(open).toHaveCount(1);
      await nextPage.dispatchEvent('click');
      await dialog.getByLabel('Contraseña').fill('once grullas cruzan el río');
      await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('the own session is ended', async () => {
      await open.getByRole('button').click();
      await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    });
  },
);

test(
  'a second factor is set up, asked for, recovered from, renewed and removed',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const person = await createColleague(vitrina, await clientOf('partner'), 'support');
    await signIn(person, '/settings/me');
    const own = section(page, 'Segundo paso');
    await own.getByRole('button', { name: 'Activar el segundo paso' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activar el segundo paso' });
    await dialog.getByLabel('Contraseña').fill(person.password);
    await dialog.getByRole('button', { name: 'Seguir' }).click();
    const { authenticator, codes } = await setUpSecondFactor(dialog, 'Listo');
    await expect(own).toContainText('Está activo');
    await expect(own).toContainText(`Te quedan ${codes.length} códigos de recuperación.`);

    await test.step('a code of the authenticator signs in', async () => {
      // The authenticator's code is accepted after a wrong one.
      await signOut(page);
      await page.goto('/settings/me');
      await fillSignIn(page, person);
      await expect(page).toHaveURL(/\/sign-in\/second-factor\?next=%2Fsettings%2Fme$/);
      await expect(page.getByLabel('Código', { exact: true })).toBeFocused();
      await page.getByLabel('Código', { exact: true }).fill('123 456');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('El código no es correcto');
      await page.getByLabel('Código', { exact: true }).fill(authenticator.code());
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(own).toContainText('Está activo');
    });

    await test.step('a recovery code signs in once', async () => {
      // A recovery code is accepted once and is then used up.
      await signOut(page);
      await page.goto('/settings/me');
      await fillSignIn(page, person);
      await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
      await page.getByLabel('Código de recuperación').fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(own).toContainText(`Te quedan ${codes.length - 1} códigos de recuperación.`);
    });

    await test.step('the recovery codes are renewed', async () => {
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
    });

    await test.step('the second factor is removed', async () => {
      await own.getByRole('button', { name: 'Quitar el segundo paso' }).click();
      const removing = page.getByRole('dialog', { name: 'Quitar el segundo paso' });
      await removing.getByLabel('Contraseña').fill(person.password);
      await removing.getByRole('button', { name: 'Quitar el segundo paso' }).click();
      await expect(own).toContainText('No está activo');
    });
  },
);
