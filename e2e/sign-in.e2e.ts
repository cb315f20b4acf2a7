import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { output } from './server.ts';
import { expect, fillSignIn, panel, rows, test } from './test.ts';
import { BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';

for (const role of ['seller', 'partner', 'support'] as const) {
  test(`a ${role} signs in and is at the inquiries`, async ({ page, signIn }) => {
    await signIn(role);
    await expect(page).toHaveURL(/\/inquiries\?agencia=/);
    await page.goto(`/inquiries?agencia=${BUSY_AGENCY}`);
    await expect(rows(page)).toHaveCount(25);
  });
}

test('a wrong password and an unknown person get the same sentence, and what was typed stays', async ({
  page,
  vitrina,
}) => {
  const sentence = 'El correo o la contraseña no son correctos. Revisalos y probá otra vez.';
  for (const mail of [vitrina.people.support.mail, 'nadie@vitrina.example']) {
    await page.goto('/sign-in');
    await fillSignIn(page, { mail, password: 'una contraseña cualquiera' });
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(page.getByLabel('Correo')).toHaveValue(mail);
    await expect(page.getByLabel('Contraseña')).toHaveValue('una contraseña cualquiera');
  }
});

test('a form that is not filled in says so at its fields and keeps the focus', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Correo').fill('ana');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Escribí tu correo completo, como ana@agencia.com.')).toBeVisible();
  await expect(page.getByText('Escribí tu contraseña.')).toBeVisible();
  await expect(page.getByLabel('Correo')).toBeFocused();
});

test('signing in leads to where the person was going, and never to another site', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn('partner', `/inquiries?agencia=${SMALL_AGENCY}&desde=-30d`);
  await expect(page).toHaveURL(`${vitrina.url}/inquiries?agencia=${SMALL_AGENCY}&desde=-30d`);
  await page.context().clearCookies();
  await page.goto('/sign-in?next=//evil.example/x');
  await fillSignIn(page, vitrina.people.partner);
  await expect(rows(page).first()).toBeVisible();
  expect(new URL(page.url()).origin).toBe(vitrina.url);
});

test('signing out ends it, also for the Back button', async ({ page, signIn }) => {
  await signIn('seller');
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page.getByText('Página 2 · 25 en pantalla')).toBeVisible();
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
});

test('an ended session asks to sign in over the page and goes on where the person was', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn('support', `/inquiries?agencia=${BUSY_AGENCY}&pagina=3`);
  const name = await rows(page).first().getByRole('link').innerText();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await expect(dialog.getByLabel('Correo')).toHaveValue(vitrina.people.support.mail);
  await dialog.getByLabel('Contraseña').fill(vitrina.people.support.password);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/pagina=4/);
  await expect(rows(page)).toHaveCount(25);
  await page.goBack();
  await expect(rows(page).first().getByRole('link')).toHaveText(name);
});

test('a person made by command signs in with the password printed once', async ({
  page,
  vitrina,
  signIn,
}) => {
  const mail = 'nueva@vitrina.example';
  const said = await output(
    'person-create.ts',
    ['--mail', mail, '--role', 'seller', '--agency', SMALL_AGENCY],
    {
      DATA_DIR: vitrina.dataDir,
    },
  );
  const password = said.trim().split('\n').at(-1) ?? '';
  await signIn({ mail, password });
  await expect(rows(page).first()).toBeVisible();
  expect(new URL(page.url()).searchParams.get('agencia')).toBe(SMALL_AGENCY);
});

test('a seller reaches no other agency, by no address', async ({ page, signIn }) => {
  await signIn('seller', `/inquiries?agencia=${SMALL_AGENCY}`);
  await expect(page.getByRole('alert')).toContainText('Esta agencia no es tuya');
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Ir a mis consultas' }).click();
  await expect(rows(page)).toHaveCount(25);
  await page.goto(`/inquiries/${SMALL_AGENCY}/01JC0000000000000000000000?agencia=${BUSY_AGENCY}`);
  await expect(panel(page).getByRole('alert')).toContainText('Esta agencia no es tuya');
  await expect(rows(page)).toHaveCount(25);
});

test("the app's credentials are nowhere in the browser", async ({ page, vitrina, signIn }) => {
  const { key, secret } = JSON.parse(
    readFileSync(join(vitrina.dataDir, 'app-credentials.json'), 'utf8'),
  ) as Record<string, string>;
  const seen: string[] = [];
  page.on('response', (response) => {
    void response
      .text()
      .then((text) => seen.push(text, JSON.stringify(response.headers())))
      .catch(() => {});
  });
  await signIn('partner');
  await rows(page).first().getByRole('link').click();
  await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
  seen.push(await page.content(), JSON.stringify(await page.context().storageState()));
  expect(seen.length).toBeGreaterThan(6);
  for (const credential of [key, secret])
    expect(seen.some((text) => text.includes(String(credential)))).toBe(false);
});
