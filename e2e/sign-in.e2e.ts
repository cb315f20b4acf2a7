import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mailedLink } from './mailbox.ts';
import { setUp } from './second-factor.ts';
import { output, startVitrina } from './server.ts';
import type { Page } from '@playwright/test';
import { test as base, expect, fillSignIn, panel, rows } from './test.ts';
import { BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';

/** Here everybody comes in through the form. */
const test = base.extend({
  signIn: ({ page, vitrina }, use) =>
    use(async (who, at = '/inquiries') => {
      await page.goto(at);
      await fillSignIn(page, typeof who === 'string' ? vitrina.people[who] : who);
      await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    }),
});

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

test('whoever keeps failing is told how long to wait', async ({ page }) => {
  await page.goto('/sign-in');
  await expect(async () => {
    await fillSignIn(page, { mail: 'insistente@vitrina.example', password: 'una contraseña cualquiera' });
    await expect(page.getByRole('alert')).toHaveText(
      /^Demasiados intentos\. Esperá \d+ (segundo|minuto)s? y probá otra vez\.$/,
      { timeout: 1000 },
    );
  }).toPass();
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
  await page.goto('/sign-in?next=/.//evil.example/x');
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

test('signing out while something is being written says what would be lost, and asks', async ({
  page,
  signIn,
}) => {
  const prompts: string[] = [];
  page.on('dialog', (prompt) => {
    prompts.push(prompt.type());
    void prompt.accept();
  });
  await signIn('partner', '/settings/templates');
  await page.getByRole('link', { name: 'Nueva plantilla' }).first().click();
  await page.getByLabel('Nombre de la plantilla').fill('A medias');
  await page.goto(`/settings/hours?agencia=${BUSY_AGENCY}`);
  await page.getByLabel('Responder en (minutos)').fill('77');
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  const asked = page.getByRole('dialog', { name: '¿Cerrar sesión sin guardar?' });
  await expect(asked.getByRole('listitem')).toHaveText([
    '1 plantilla a medio escribir',
    'Lo que cambiaste en esta página',
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('77');
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await asked.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  // The browser does not ask once more.
  expect(prompts).toEqual([]);
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

test('an invitation leads to a password and in, once', async ({ page, browser, vitrina, signIn }) => {
  const mail = 'invitada@vitrina.example';
  await signIn('partner', '/settings/people/invite');
  await page.getByLabel('Correo').fill(mail);
  await page.getByLabel('Nombre y apellido').fill('Inés Roldán');
  await page.getByRole('radio', { name: /Soporte/ }).check();
  await page.getByRole('button', { name: 'Invitar' }).click();
  const link = await mailedLink(vitrina.dataDir, mail);

  const context = await browser.newContext({ locale: 'es-AR' });
  const guest = await context.newPage();
  const told: string[] = [];
  guest.on('request', (request) => told.push(request.headers().referer ?? '', request.postData() ?? ''));
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Te damos la bienvenida' })).toBeVisible();
  await expect(guest.getByText('Hola, Inés Roldán.')).toBeVisible();
  await expect(guest.getByLabel('Correo')).toHaveValue(mail);
  // The secret is in no address any more, and no referrer told it.
  const token = new URL(link).pathname.split('/').at(-1) ?? '';
  await expect(guest).not.toHaveURL(new RegExp(token));
  expect(told.some((text) => text.includes('"token"'))).toBe(true);
  expect(told.filter((text) => text.includes(token) && !text.startsWith('{"token"'))).toEqual([]);

  const accept = guest.getByRole('button', { name: 'Aceptar la invitación' });
  await guest.getByLabel('Contraseña nueva').fill('Inés Roldán 2026');
  await accept.click();
  await expect(guest.getByText('Se parece demasiado a tu nombre')).toBeVisible();
  await guest.getByLabel('Contraseña nueva').fill('un tren azul sin apuro');
  await accept.click();
  await expect(guest.getByRole('button', { name: 'Cuenta de Inés Roldán' })).toBeVisible();

  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
  await guest.getByRole('link', { name: 'Iniciar sesión' }).click();
  await expect(rows(guest).first()).toBeVisible();
  await context.close();
});

test('a forgotten password is replaced, and nobody is told who has an account', async ({ page, vitrina }) => {
  const mail = 'olvida@vitrina.example';
  const said = await output('person-create.ts', ['--mail', mail, '--role', 'support'], {
    DATA_DIR: vitrina.dataDir,
  });
  const forgotten = said.trim().split('\n').at(-1) ?? '';
  for (const asked of ['nadie@vitrina.example', mail]) {
    await page.goto('/sign-in');
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
    await page.getByLabel('Correo').fill(asked);
    await page.getByRole('button', { name: 'Mandar el enlace' }).click();
    await expect(page.getByRole('status')).toContainText(
      `Si ${asked} tiene una cuenta, en unos minutos llega un correo con el enlace.`,
    );
  }
  await page.goto(await mailedLink(vitrina.dataDir, mail));
  await page.getByLabel('Contraseña nueva').fill('tres vacas en la niebla');
  await page.getByRole('button', { name: 'Guardar y entrar' }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await fillSignIn(page, { mail, password: forgotten });
  await expect(page.getByRole('alert')).toContainText('El correo o la contraseña no son correctos');
  await fillSignIn(page, { mail, password: 'tres vacas en la niebla' });
  await expect(rows(page).first()).toBeVisible();
});

test('a link that is made up says so, and what to do', async ({ page }) => {
  await page.goto('/recover/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click();
  await expect(page.getByRole('heading', { name: 'Recuperar el acceso' })).toBeVisible();
});

test.describe('where the second factor is required', () => {
  test('it is set up while signing in, and asked for over the page', async ({ page }) => {
    test.setTimeout(90_000);
    const vitrina = await startVitrina({ REQUIRE_SECOND_FACTOR: 'support' });
    try {
      await page.goto(`${vitrina.url}/inquiries?agencia=${BUSY_AGENCY}`);
      await fillSignIn(page, vitrina.people.support);
      await expect(page.getByRole('heading', { name: 'Activá el segundo paso' })).toBeVisible();
      // The password alone opens nothing, also by hand.
      await page.goto(`${vitrina.url}/inquiries`);
      await fillSignIn(page, vitrina.people.support);
      await page.getByRole('button', { name: 'Empezar' }).click();
      const { authenticator } = await setUp(page, 'Entrar');
      await expect(rows(page).first()).toBeVisible();

      await page.context().clearCookies();
      // What the page asks by itself may find out first, and then the dialog lies over it.
      await page.getByRole('button', { name: 'Página siguiente' }).dispatchEvent('click');
      const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await dialog.getByLabel('Contraseña').fill(vitrina.people.support.password);
      await dialog.getByRole('button', { name: 'Entrar' }).click();
      await dialog.getByLabel('Código', { exact: true }).fill(authenticator.code());
      await dialog.getByRole('button', { name: 'Entrar' }).click();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(/pagina=2/);

      await page.goto(`${vitrina.url}/settings/me`);
      const own = page.getByRole('region', { name: 'Segundo paso', exact: true });
      await expect(own).toContainText('Tu rol lo exige');
      await expect(own.getByRole('button', { name: 'Quitar el segundo paso' })).toHaveCount(0);
    } finally {
      await vitrina.stop();
    }
  });
});

test('signing out reaches every tab', async ({ page, signIn }) => {
  await signIn('support');
  const second = await page.context().newPage();
  await second.goto(`/inquiries?agencia=${SMALL_AGENCY}`);
  await expect(rows(second).first()).toBeVisible();
  await second.goto(`/inquiries?agencia=${BUSY_AGENCY}`);
  await expect(rows(second).first()).toBeVisible();
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(second.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible({ timeout: 1000 });
  await second.goBack();
  await expect(second.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  expect(await second.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([
    [],
    [],
  ]);
});

const MINUTE = 60_000;

test.describe('a session that nobody uses', () => {
  const warning = (page: Page) => page.getByRole('alert').filter({ hasText: 'Tu sesión está por terminar' });

  /** The gateway sees sessions used so long ago, and begun so long ago. */
  function age(dataDir: string, used: number, begun: number): void {
    const database = new DatabaseSync(join(dataDir, 'gateway.db'), { timeout: 5000 });
    database
      .prepare('update session set seen_at = seen_at - ?, created_at = created_at - ?')
      .run(used * MINUTE, begun * MINUTE);
    database.close();
  }

  /** Time passes for pages and gateway alike, and nobody does anything. */
  async function idle(pages: Page[], dataDir: string, minutes: number): Promise<void> {
    age(dataDir, minutes, minutes);
    for (const page of pages) await page.clock.fastForward(minutes * MINUTE);
  }

  test('warns two minutes before its end, and one click in any tab keeps it', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await page.clock.install();
    await signIn('support');
    const second = await page.context().newPage();
    await second.clock.install();
    await second.goto(`/inquiries?agencia=${SMALL_AGENCY}`);
    await expect(rows(second).first()).toBeVisible();
    const tabs = [page, second];
    // What the pages still ask for on behalf of the person would count as use.
    for (const tab of tabs) await tab.waitForLoadState('networkidle');

    await idle(tabs, vitrina.dataDir, 26);
    for (const tab of tabs) await expect(warning(tab)).toHaveCount(0);
    await idle(tabs, vitrina.dataDir, 2.5);
    await expect(warning(page)).toContainText(/\(1:[0-3]\d\)/);
    await expect(warning(second)).toBeVisible();
    await page.getByRole('button', { name: 'Seguir acá' }).click();
    for (const tab of tabs) await expect(warning(tab)).toHaveCount(0);

    // It starts anew; and what is done in one tab keeps the other quiet.
    await idle(tabs, vitrina.dataDir, 20);
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(page.getByText('Página 2 · 25 en pantalla')).toBeVisible();
    await idle(tabs, vitrina.dataDir, 20);
    for (const tab of tabs) await expect(warning(tab)).toHaveCount(0);

    await idle(tabs, vitrina.dataDir, 11);
    for (const tab of tabs)
      await expect(tab.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
    await dialog.getByLabel('Contraseña').fill(vitrina.people.support.password);
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    for (const tab of tabs) await expect(tab.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/pagina=2/);
  });

  test('is not kept alive by what the page fetches ahead', async ({ page, signIn }) => {
    const ahead = page.waitForRequest(/[?&]pagina=2\b/);
    await signIn('support');
    expect((await ahead).headers()['x-vitrina']).toBe('background');
    const asked = page.waitForRequest(/\/v3\/consultas\//i);
    await page.getByRole('button', { name: 'Actualizar' }).click();
    expect((await asked).headers()['x-vitrina']).toBe('1');
  });

  test('says when it has reached its longest time that what is done is kept', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await page.clock.install();
    await signIn('support');
    await expect(rows(page).first()).toBeVisible();
    age(vitrina.dataDir, 0, 12 * 60 - 1.5);
    await page.clock.fastForward(27 * MINUTE);
    // Where the page was used a moment after signing in, it asks the gateway a moment later.
    await expect(async () => {
      await page.clock.fastForward(MINUTE);
      await expect(warning(page)).toContainText('Lo que estás haciendo queda en la pantalla.', {
        timeout: 1000,
      });
    }).toPass();
    await page.getByRole('button', { name: 'Entrar de nuevo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
    await dialog.getByLabel('Contraseña').fill(vitrina.people.support.password);
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(warning(page)).toHaveCount(0);
  });
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
