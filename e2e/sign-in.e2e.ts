import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BACKGROUND_CALL, CONSOLE_HEADER, PERSON_CALL } from '#contract/desk/page.ts';
import { BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { type Person, type Vitrina, runCommand, startVitrina } from '#testing/server-process.ts';
import { createColleague, createSeller } from './actions.ts';
import { rows } from './inbox-page.ts';
import { mailedLink } from './mailbox.ts';
import { setUpSecondFactor } from './second-factor.ts';
import { expect, fillSignIn, test } from './test.ts';

const sessionEndedDialog = (page: Page) => page.getByRole('dialog', { name: 'Tu sesión terminó' });
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Iniciar sesión' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
}

async function signInAgain(page: Page, { password }: Person): Promise<void> {
  const dialog = sessionEndedDialog(page);
  await dialog.getByLabel('Contraseña').fill(password);
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
}

test('each role signs in and opens the requested page, never another site', async ({ page, vitrina }) => {
  const { seller, partner, support } = vitrina.people;
  await test.step('a seller after a wrong password', async () => {
    await page.goto('/');
    await fillSignIn(page, { ...seller, password: 'una contraseña cualquiera' });
    await expect(page.getByRole('alert')).toHaveText(
      'El correo o la contraseña no son correctos. Revisalos y probá otra vez.',
    );
    await expect(page.getByLabel('Correo')).toHaveValue(seller.mail);
    await expect(page.getByLabel('Contraseña')).toHaveValue('una contraseña cualquiera');
    await fillSignIn(page, seller);
    await expect(page).toHaveURL(/\/inquiries\?agencia=/);
    await expect(rows(page)).not.toHaveCount(0);
  });

  await test.step('a partner with a requested page', async () => {
    await page.context().clearCookies();
    await page.goto(`/inquiries?agencia=${SMALL_AGENCY}&desde=-30d`);
    await fillSignIn(page, partner);
    await expect(rows(page).first()).toBeVisible();
    await expect(page).toHaveURL(`/inquiries?agencia=${SMALL_AGENCY}&desde=-30d`);
  });

  await test.step('support with an address of another site', async () => {
    await page.context().clearCookies();
    await page.goto('/sign-in?next=/.//evil.example/x');
    await fillSignIn(page, support);
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(vitrina.url);
  });
});

test('signing out ends the session in every tab and for Back, and leaves nothing stored', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  await signIn(await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] }));
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page.getByText('Página 2 · 25 en pantalla')).toBeVisible();
  const secondTab = await page.context().newPage();
  await secondTab.goto('/catalogs/makes');
  await secondTab.getByRole('link', { name: 'Consultas' }).click();
  await expect(rows(secondTab).first()).toBeVisible();
  await signOut(page);
  for (const tab of [page, secondTab]) {
    await expect(signInHeading(tab)).toBeVisible();
    await tab.goBack();
    await expect(signInHeading(tab)).toBeVisible();
  }
  const storage = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
  expect(storage).toEqual([[], []]);
});

test(
  'signing out lists unsaved work and asks once',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const prompts: string[] = [];
    page.on('dialog', (prompt) => {
      prompts.push(prompt.type());
      void prompt.accept();
    });
    await signIn(
      await createColleague(vitrina, await clientOf('partner'), 'partner'),
      '/settings/templates/new',
    );
    await page.getByLabel('Nombre de la plantilla').fill('A medias');
    await page.goto(`/settings/hours?agencia=${BUSY_AGENCY}`);
    await page.getByLabel('Responder en (minutos)').fill('77');
    await signOut(page);
    const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión sin guardar?' });
    await expect(dialog.getByRole('listitem')).toHaveText([
      '1 plantilla a medio escribir',
      'Lo que cambiaste en esta página',
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('77');
    await signOut(page);
    await dialog.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(signInHeading(page)).toBeVisible();
    // No `beforeunload` prompt of the browser on top.
    expect(prompts).toEqual([]);
  },
);

test('an ended session asks to sign in over the page, which then continues in place', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn('support', `/inquiries?agencia=${BUSY_AGENCY}&pagina=3`);
  const name = (await rows(page).first().getByRole('link').textContent()) ?? '';
  await page.context().clearCookies();
  // The page may have learned of the end by itself, and shows the dialog already.
  await page.getByRole('button', { name: 'Página siguiente', includeHidden: true }).dispatchEvent('click');
  await expect(sessionEndedDialog(page).getByLabel('Correo')).toHaveValue(vitrina.people.support.mail);
  await signInAgain(page, vitrina.people.support);
  await expect(sessionEndedDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/pagina=4/);
  await expect(rows(page)).toHaveCount(25);
  await page.goBack();
  await expect(rows(page).first().getByRole('link')).toHaveText(name);
});

test(
  'a person created by command signs in with the printed password',
  { tag: '@full' },
  async ({ page, vitrina }) => {
    const mail = 'nueva@vitrina.example';
    const printed = await runCommand(
      'person-create.ts',
      ['--mail', mail, '--role', 'seller', '--agency', SMALL_AGENCY],
      { DATA_DIR: vitrina.dataDir },
    );
    await page.goto('/');
    await fillSignIn(page, { mail, password: printed.trim().split('\n').at(-1) ?? '' });
    await expect(page).toHaveURL(/\/inquiries\?agencia=todas&vista=esperando/);
    await page.goto('/inquiries');
    await expect(rows(page).first()).toBeVisible();
    expect(new URL(page.url()).searchParams.get('agencia')).toBe(SMALL_AGENCY);
  },
);

test('the link of an invitation works once, and its secret leaves the address', async ({
  page,
  vitrina,
  clientOf,
}) => {
  const mail = 'invitada@vitrina.example';
  const partner = await clientOf('partner');
  await partner.call(desk.invitePerson, {
    body: { mail, name: 'Inés Roldán', role: 'support', agencies: [] },
  });
  const link = await mailedLink(vitrina.dataDir, mail);
  const token = link.split('/').at(-1) ?? '';
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.headers().referer ?? '', request.postData() ?? ''));

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Te damos la bienvenida' })).toBeVisible();
  await expect(page.getByText('Hola, Inés Roldán.')).toBeVisible();
  await expect(page.getByLabel('Correo')).toHaveValue(mail);
  await expect(page).not.toHaveURL(new RegExp(token));
  expect(sent.some((text) => text.startsWith('{"token"'))).toBe(true);
  expect(sent.filter((text) => text.includes(token) && !text.startsWith('{"token"'))).toEqual([]);

  const accept = page.getByRole('button', { name: 'Aceptar la invitación' });
  await page.getByLabel('Contraseña nueva').fill('Inés Roldán 2026');
  await accept.click();
  await expect(page.getByText('Se parece demasiado a tu nombre')).toBeVisible();
  await page.getByLabel('Contraseña nueva').fill('un tren azul sin apuro');
  await accept.click();
  await expect(page.getByRole('button', { name: 'Cuenta de Inés Roldán' })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('button', { name: 'Cuenta de Inés Roldán' })).toBeVisible();
});

test(
  'a forgotten password is replaced, and nobody is told who has an account',
  { tag: '@full' },
  async ({ page, vitrina, clientOf }) => {
    const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
    for (const mail of ['nadie@vitrina.example', seller.mail]) {
      await page.goto('/sign-in');
      await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
      await expect(page.getByRole('heading', { name: 'Recuperar el acceso' })).toBeVisible();
      await page.getByLabel('Correo').fill(mail);
      await page.getByRole('button', { name: 'Enviar el enlace' }).click();
      await expect(page.getByRole('status')).toContainText(
        `Si ${mail} tiene una cuenta, en unos minutos llega un correo con el enlace.`,
      );
    }
    await page.goto(await mailedLink(vitrina.dataDir, seller.mail, 2));
    await page.getByLabel('Contraseña nueva').fill('tres vacas en la niebla');
    await page.getByRole('button', { name: 'Guardar y entrar' }).click();
    await expect(rows(page).first()).toBeVisible();
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await fillSignIn(page, seller);
    await expect(page.getByRole('alert')).toContainText('El correo o la contraseña no son correctos');
    await fillSignIn(page, { mail: seller.mail, password: 'tres vacas en la niebla' });
    await expect(rows(page).first()).toBeVisible();
  },
);

const MINUTE = 60_000;

test.describe('an idle session', () => {
  test.use({ freshContext: true });
  const warning = (page: Page) => page.getByRole('alert').filter({ hasText: 'Tu sesión está por terminar' });

  /** Ages a person's sessions for the gateway: last used and begun so many minutes earlier. */
  function ageSessions({ dataDir }: Vitrina, { mail }: Person, used: number, begun: number): void {
    const database = new DatabaseSync(join(dataDir, 'gateway.db'), { timeout: 5000 });
    database
      .prepare(
        `update session set seen_at = seen_at - ?, created_at = created_at - ?
           where person_id = (select id from person where mail = ?)`,
      )
      .run(used * MINUTE, begun * MINUTE, mail);
    database.close();
  }

  test(
    'warns in every tab before its end, and one click in any of them keeps it',
    { tag: '@full' },
    async ({ page, vitrina, signIn, clientOf }) => {
      const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [SMALL_AGENCY] });
      // The clock is the context's: it moves in both tabs.
      await page.clock.install();
      // Both pages are done with their calls once they show this.
      await signIn(seller, '/settings/me');
      await expect(page.getByText('esta sesión')).toBeVisible();
      const secondTab = await page.context().newPage();
      await secondTab.goto('/catalogs/body-styles');
      await expect(secondTab.getByRole('list', { name: 'Carrocerías' })).toBeVisible();
      const tabs = [page, secondTab];
      const idle = async (minutes: number) => {
        ageSessions(vitrina, seller, minutes, minutes);
        await page.clock.fastForward(minutes * MINUTE);
      };

      await idle(26);
      for (const tab of tabs) await expect(warning(tab)).toHaveCount(0);
      await idle(2.5);
      for (const tab of tabs) await expect(warning(tab)).toContainText(/\([01]:\d\d\)/);
      await secondTab.getByRole('button', { name: 'Seguir acá' }).click();
      for (const tab of tabs) await expect(warning(tab)).toHaveCount(0);

      await idle(31);
      for (const tab of tabs) await expect(sessionEndedDialog(tab)).toBeVisible();
      await signInAgain(page, seller);
      for (const tab of tabs) await expect(tab.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
    },
  );

  test(
    'says at its absolute end that the work stays on the screen',
    { tag: '@full' },
    async ({ page, vitrina, signIn, clientOf }) => {
      const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [SMALL_AGENCY] });
      await page.clock.install();
      await signIn(seller, '/settings/me');
      await expect(page.getByText('esta sesión')).toBeVisible();
      ageSessions(vitrina, seller, 0, 12 * 60 - 1.5);
      await page.clock.fastForward(28 * MINUTE);
      await expect(warning(page)).toContainText('Lo que estás haciendo queda en la pantalla.');
      await page.getByRole('button', { name: 'Entrar de nuevo' }).click();
      await signInAgain(page, seller);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(warning(page)).toHaveCount(0);
    },
  );

  test('is not extended by requests of the page in the background', async ({ page, signIn }) => {
    const background = page.waitForRequest(/[?&]pagina=2\b/);
    await signIn('support', `/inquiries?agencia=${BUSY_AGENCY}`);
    expect((await background).headers()[CONSOLE_HEADER]).toBe(BACKGROUND_CALL);
    // The same list is read in the background at any time, too.
    const byPerson = page.waitForRequest(
      (request) =>
        /\/v3\/consultas\//i.test(request.url()) && request.headers()[CONSOLE_HEADER] === PERSON_CALL,
    );
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await byPerson;
  });
});

const testWithRequiredSecondFactor = test.extend<object, { vitrina: Vitrina }>({
  vitrina: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      await using vitrina = await startVitrina({ REQUIRE_SECOND_FACTOR: 'support' });
      await use(vitrina);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

testWithRequiredSecondFactor(
  'a required second factor is set up while signing in, and asked for over the page',
  { tag: '@full' },
  async ({ page, vitrina }) => {
    const { support } = vitrina.people;
    await page.goto(`/inquiries?agencia=${BUSY_AGENCY}`);
    await fillSignIn(page, support);
    await expect(page.getByRole('heading', { name: 'Activá el segundo paso' })).toBeVisible();
    // The password alone opens nothing, also by address.
    await page.goto('/inquiries');
    await fillSignIn(page, support);
    await page.getByRole('button', { name: 'Empezar' }).click();
    const { authenticator } = await setUpSecondFactor(page, 'Entrar');
    await expect(rows(page).first()).toBeVisible();

    await page.context().clearCookies();
    // A background call may end the session first; the dialog then covers the button.
    await page.getByRole('button', { name: 'Página siguiente', includeHidden: true }).dispatchEvent('click');
    const dialog = sessionEndedDialog(page);
    await signInAgain(page, support);
    await dialog.getByLabel('Código', { exact: true }).fill(authenticator.code());
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/pagina=2/);

    await page.goto('/settings/me');
    const section = page.getByRole('region', { name: 'Segundo paso', exact: true });
    await expect(section).toContainText('Tu rol lo exige');
    await expect(section.getByRole('button', { name: 'Quitar el segundo paso' })).toHaveCount(0);
  },
);
