import type { CDPSession, Page } from '@playwright/test';
import type { Person } from '#testing/server-process.ts';
import { createColleague } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { expect, fillSignIn, test } from './test.ts';

/** An authenticator of Chromium that verifies its user at once, like a phone that is unlocked. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devTools, authenticatorId };
}

async function setUserVerified(devTools: CDPSession, authenticatorId: string, isUserVerified: boolean) {
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

async function addPasskey(page: Page, { password }: Person, name: string) {
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una llave de acceso' });
  await expect(dialog.getByLabel('Nombre, para reconocerla')).toHaveValue(/^Chrome \d+ en /);
  await dialog.getByLabel('Nombre, para reconocerla').fill(name);
  await dialog.getByLabel('Contraseña').fill(password);
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  return dialog;
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
}

test(
  'a passkey is added, signs in alone and as second factor, and is removed',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const person = await createColleague(vitrina, await clientOf('partner'), 'support');
    const { devTools, authenticatorId } = await addAuthenticator(page);
    await signIn(person, '/settings/me');
    const passkeys = page.getByRole('list', { name: 'Llaves de acceso' });
    const isIn = () => expect(passkeys).toContainText('Teléfono de Ana');

    const codes = await test.step('it is added with the password, and brings recovery codes', async () => {
      const dialog = await addPasskey(page, { ...person, password: 'no es esta' }, 'x');
      await expect(dialog.getByText('No es tu contraseña actual.')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await addPasskey(page, person, 'Teléfono de Ana');
      const list = dialog.getByRole('list', { name: 'Códigos de recuperación' });
      await expect(list).toBeVisible();
      const shown = await list.getByRole('listitem').allInnerTexts();
      await dialog.getByLabel('Guardé los códigos').check();
      await dialog.getByRole('button', { name: 'Listo' }).click();
      await expect(passkeys).toContainText('Sin usar todavía');
      await isIn();
      await expectAccessible(page);
      return shown;
    });

    await test.step('it is not added twice', async () => {
      const dialog = await addPasskey(page, person, 'Otra');
      await expect(dialog.getByRole('alert')).toContainText('Esa llave de acceso ya está en tu cuenta');
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
    });

    await test.step('it signs in alone where its user is verified', async () => {
      await signOut(page);
      await page.goto('/settings/me');
      const button = page.getByRole('button', { name: 'Entrar con una llave de acceso' });
      await setUserVerified(devTools, authenticatorId, false);
      await button.click();
      await expect(page.getByRole('alert')).toContainText('No se usó ninguna llave de acceso');
      await expectAccessible(page);
      await setUserVerified(devTools, authenticatorId, true);
      await button.click();
      await isIn();
      await expect(passkeys).toContainText('Último uso');
    });

    await test.step('it is the second step after the password', async () => {
      await signOut(page);
      await page.goto('/settings/me');
      await fillSignIn(page, person);
      await expect(page.getByRole('heading', { name: 'Segundo paso' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Usar la app de autenticación' })).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click();
      await isIn();
    });

    await test.step('a recovery code replaces it', async () => {
      await signOut(page);
      await page.goto('/settings/me');
      await fillSignIn(page, person);
      await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
      await page.getByLabel('Código de recuperación').fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await isIn();
    });

    await test.step('a page whose session ended goes on after it', async () => {
      await page.context().clearCookies();
      await page.getByRole('link', { name: 'Consultas' }).first().click();
      const ended = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await ended.getByRole('button', { name: 'Entrar con una llave de acceso' }).click();
      await expect(ended).toBeHidden();
      await page.goto('/settings/me');
    });

    await test.step('it is removed with the password, and signs in no more', async () => {
      await passkeys.getByRole('button', { name: 'Quitar la llave de acceso Teléfono de Ana' }).click();
      const dialog = page.getByRole('dialog', { name: '¿Quitar la llave de acceso Teléfono de Ana?' });
      await dialog.getByLabel('Contraseña').fill(person.password);
      await dialog.getByRole('button', { name: 'Quitar' }).click();
      await expect(passkeys).toHaveCount(0);
      await signOut(page);
      await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click();
      await expect(page.getByRole('alert')).toContainText('No se pudo comprobar la llave de acceso');
    });
  },
);
