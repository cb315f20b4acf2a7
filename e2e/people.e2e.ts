import type { Browser, Page } from '@playwright/test';
import { BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { mailedLink } from './mailbox.ts';
import { type Person, type Vitrina, output } from './server.ts';
import { expect, fillSignIn, panel, rows, test } from './test.ts';

/** Somebody whom no other test knows, who accepted already. */
async function newSeller(vitrina: Vitrina, mailbox: string, agency: string): Promise<Person> {
  const mail = `${mailbox}@vitrina.example`;
  const said = await output('person-create.ts', ['--mail', mail, '--role', 'seller', '--agency', agency], {
    DATA_DIR: vitrina.dataDir,
  });
  return { mail, password: said.trim().split('\n').at(-1) ?? '' };
}

/** A browser of somebody else, who is at their inquiries. */
async function elsewhere(browser: Browser, vitrina: Vitrina, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: vitrina.url, locale: 'es-AR' });
  const page = await context.newPage();
  await page.goto('/inquiries');
  await fillSignIn(page, person);
  await expect(rows(page).first()).toBeVisible();
  return page;
}

async function openPerson(page: Page, mail: string): Promise<void> {
  await page.goto(`/settings/people?q=${encodeURIComponent(mail)}`);
  await person(page, mail).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Datos y permisos' })).toBeVisible();
}

function person(page: Page, mail: string) {
  return page.getByRole('table', { name: 'Personas' }).getByRole('row').filter({ hasText: mail });
}

async function addAgency(page: Page, adminMail: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Agregar una agencia' }).fill(adminMail);
  await page.getByRole('combobox', { name: 'Agregar una agencia' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Agencias elegidas' })).toContainText(adminMail);
}

/** Writes as a visitor would; gives the path of the inquiry below `/inquiries`. */
async function visitorWrites(vitrina: Vitrina, agency: string, inquiry: object): Promise<string> {
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${agency}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(inquiry),
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location')?.replace(/^.*\/v3\/consultas/, '') ?? '';
}

test('a seller invited for their own inquiries accepts, and is shown no others', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  const mail = 'limitada@lapuna.example';
  await visitorWrites(vitrina, SMALL_AGENCY, {
    OperadorResponsable: mail,
    Interesado: { Nombre: 'Propia', Apellido: 'Consulta' },
  });
  const another = await visitorWrites(vitrina, SMALL_AGENCY, {
    OperadorResponsable: 'otra@lapuna.example',
    Interesado: { Nombre: 'Ajena', Apellido: 'Consulta' },
  });

  await signIn('partner', '/settings/people');
  await page.getByRole('link', { name: 'Invitar' }).click();
  await expect(page.getByRole('heading', { name: 'Invitar a una persona' })).toBeFocused();
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByText('Elegí al menos una agencia.')).toBeVisible();
  await page.getByLabel('Correo').fill(mail);
  await page.getByLabel('Nombre y apellido').fill('Lina Mitada');
  await addAgency(page, SMALL_AGENCY);
  await page.getByLabel('Solo sus consultas').check();
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByRole('heading', { name: 'Lina Mitada' })).toBeVisible();
  await expect(page.getByText(`La invitación es para ${mail}.`, { exact: false })).toBeVisible();
  await expect(page.getByText('Este servidor no envía correos', { exact: false })).toBeVisible();

  const context = await browser.newContext({ baseURL: vitrina.url, locale: 'es-AR' });
  const guest = await context.newPage();
  await guest.goto(await mailedLink(vitrina.dataDir, mail));
  await guest.getByLabel('Contraseña nueva').fill('siete mates sin azúcar');
  await guest.getByRole('button', { name: 'Aceptar la invitación' }).click();
  await expect(rows(guest)).toHaveCount(1);
  await expect(rows(guest).getByRole('link', { name: 'Propia Consulta' })).toBeVisible();
  await guest.goto(`/inquiries${another}`);
  await expect(panel(guest).getByRole('alert')).toContainText('No se encontró');
  await expect(guest.getByText('Ajena Consulta')).toHaveCount(0);

  await page.goto(`/settings/people?q=${mail}`);
  await expect(person(page, mail)).toContainText('Activa');
  await expect(person(page, mail)).toContainText('solo sus consultas');
});

test('a change of agencies holds from the next click, and can be undone', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  const seller = await newSeller(vitrina, 'muda', BUSY_AGENCY);
  const theirs = await elsewhere(browser, vitrina, seller);
  await signIn('partner', '/settings/people');
  await openPerson(page, seller.mail);
  await addAgency(page, SMALL_AGENCY);
  await page.getByRole('button', { name: /^Quitar .*del Plata/ }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Se guardó lo de', { exact: false })).toBeVisible();

  await theirs.getByRole('button', { name: 'Actualizar' }).click();
  await expect(theirs.getByRole('alert')).toContainText('Esta agencia no es tuya');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByRole('list', { name: 'Agencias elegidas' })).toContainText(BUSY_AGENCY);
  await theirs.getByRole('alert').getByRole('button', { name: 'Reintentar' }).click();
  await expect(rows(theirs)).toHaveCount(25);
});

test('taking access away ends what is open at once, and undoing lets the person in again', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  const seller = await newSeller(vitrina, 'afuera', BUSY_AGENCY);
  const theirs = await elsewhere(browser, vitrina, seller);
  await signIn('partner', '/settings/people');
  await openPerson(page, seller.mail);
  await page.getByRole('button', { name: 'Quitar el acceso' }).click();
  await expect(
    page.getByText('ya no tiene acceso; sus sesiones se cerraron.', { exact: false }),
  ).toBeVisible();

  // Their stream ends, and coming back to it they are told why.
  const dialog = theirs.getByRole('dialog', { name: 'Tu sesión terminó' });
  await dialog.getByLabel('Contraseña').fill(seller.password);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('El correo o la contraseña no son correctos');

  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('tiene acceso otra vez.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(theirs)).toHaveCount(25);
});

test('whoever administers alone can neither step down nor leave', async ({ page, vitrina, signIn }) => {
  const { mail } = vitrina.people.partner;
  await signIn('partner', '/settings/people');
  await openPerson(page, mail);
  await page.getByRole('radio', { name: /Soporte/ }).check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar mi rol' }).click();
  await expect(page.getByRole('alert')).toContainText('Es la única cuenta que administra');
  await page.getByRole('button', { name: 'Descartar cambios' }).click();

  await page.getByRole('button', { name: 'Quitar el acceso' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Quitarte el acceso?' });
  await expect(dialog.getByRole('button', { name: 'Quitarme el acceso' })).toBeDisabled();
  await dialog.getByLabel(/Para confirmar/).fill(mail);
  await dialog.getByRole('button', { name: 'Quitarme el acceso' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Es la única cuenta que administra');
});

test('two who edit the same person see both versions, and one of them chooses', async ({
  page,
  vitrina,
  signIn,
}) => {
  const seller = await newSeller(vitrina, 'disputada', BUSY_AGENCY);
  await signIn('partner', '/settings/people');
  await openPerson(page, seller.mail);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByLabel('Nombre y apellido').fill('Nombre Segundo');
  await second.getByRole('button', { name: 'Guardar' }).click();
  await expect(second.getByRole('heading', { name: 'Nombre Segundo' })).toBeVisible();

  await page.getByLabel('Nombre y apellido').fill('Nombre Primero');
  await page.getByRole('button', { name: 'Guardar' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Alguien guardó otra cosa' });
  await expect(conflict.getByRole('row', { name: /Nombre y apellido/ })).toContainText(
    /Nombre Primero.*Nombre Segundo/,
  );
  await conflict.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(page.getByRole('heading', { name: 'Nombre Primero' })).toBeVisible();

  await second.getByLabel('Nombre y apellido').fill('Nombre Tercero');
  await second.getByRole('button', { name: 'Guardar' }).click();
  await second.getByRole('button', { name: 'Quedarme con lo guardado' }).click();
  await expect(second.getByLabel('Nombre y apellido')).toHaveValue('Nombre Primero');
});

test('typed work is not lost by a link or by Back without being asked', async ({ page, signIn }) => {
  await signIn('partner', '/settings/people');
  await page.getByRole('link', { name: 'Invitar' }).click();
  await page.getByLabel('Nombre y apellido').fill('A medio escribir');
  const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await page.getByRole('link', { name: 'Consultas' }).click();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.evaluate(() => history.back());
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/people\/invite$/);
  await expect(page.getByLabel('Nombre y apellido')).toHaveValue('A medio escribir');
  await page.evaluate(() => history.back());
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page.getByRole('table', { name: 'Personas' })).toBeVisible();
});

test('who administers an agency cannot be limited in it, and the form says why', async ({ page, signIn }) => {
  await signIn('partner', '/settings/people/invite');
  await page.getByLabel('Correo').fill(SMALL_AGENCY);
  await page.getByRole('combobox', { name: 'Agregar una agencia' }).fill('la puna');
  await page.getByRole('option', { name: SMALL_AGENCY }).click();
  const limit = page.getByLabel('Solo sus consultas');
  await expect(limit).toBeDisabled();
  await expect(limit).not.toBeChecked();
  await expect(limit).toHaveAccessibleDescription(/su correo es el AdminMail de esta agencia/);
  await page.getByLabel('Correo').fill('otra@lapuna.example');
  await expect(limit).toBeEnabled();
});

test('the list is filtered by its address', async ({ page, vitrina, signIn }) => {
  await signIn('partner', '/settings/people');
  await page.getByLabel('Nombre, correo o agencia').fill('VENDEDORA@');
  await expect(page).toHaveURL(/q=VENDEDORA/);
  await expect(person(page, vitrina.people.seller.mail)).toBeVisible();
  await expect(person(page, vitrina.people.support.mail)).toHaveCount(0);
  await page.getByLabel('Rol').selectOption('Soporte');
  await expect(page.getByText('Nadie coincide con esta búsqueda.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Nombre, correo o agencia')).toHaveValue('VENDEDORA@');
  await page.getByRole('link', { name: 'Ver a todas' }).click();
  await expect(person(page, vitrina.people.partner.mail)).toContainText('vos');
  await page.goto('/settings/people?state=perdida');
  await expect(page.getByText('No se entiende «state=perdida»', { exact: false })).toBeVisible();
});

for (const { role, sees, not } of [
  { role: 'seller', sees: [], not: ['people', 'audit'] },
  { role: 'support', sees: ['Auditoría'], not: ['people'] },
] as const) {
  test(`a ${role} is shown only where they may go, and a link to elsewhere says so`, async ({
    page,
    signIn,
  }) => {
    await signIn(role);
    const places = page.getByRole('navigation', { name: 'Secciones' });
    for (const name of ['Personas', 'Auditoría'])
      await expect(places.getByRole('link', { name })).toHaveCount(
        (sees as readonly string[]).includes(name) ? 1 : 0,
      );
    for (const address of not) {
      await page.goto(`/settings/${address}`);
      await expect(page.getByRole('heading', { name: 'Tu cuenta no llega a esta página' })).toBeVisible();
      const status = await page.evaluate(
        async (path) => (await fetch(path, { headers: { 'x-vitrina': '1' } })).status,
        `/desk/${address}`,
      );
      expect(status).toBe(403);
    }
    await page.getByRole('link', { name: 'Ir a las consultas' }).click();
    await expect(rows(page).first()).toBeVisible();
  });
}

test('on a phone the places fold behind one button', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('partner');
  const places = page.getByRole('navigation', { name: 'Secciones' });
  await expect(places.getByRole('link', { name: 'Personas' })).toBeHidden();
  await places.getByRole('button').click();
  await places.getByRole('link', { name: 'Personas' }).click();
  await expect(page.getByRole('heading', { name: 'Personas' })).toBeFocused();
  await expect(places.getByRole('link', { name: 'Consultas' })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
