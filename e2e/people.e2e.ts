import type { Page } from '@playwright/test';
import { BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { createAgency, createSeller, openPageAs, receiveInquiry } from './actions.ts';
import { panel, rows } from './inbox-page.ts';
import { mailedLink } from './mailbox.ts';
import { expect, test } from './test.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Secciones' });
const forbidden = (page: Page) =>
  page.getByRole('heading', { name: 'Tu cuenta no tiene acceso a esta página' });

function personRow(page: Page, mail: string) {
  return page.getByRole('table', { name: 'Personas' }).getByRole('row').filter({ hasText: mail });
}

async function addAgency(page: Page, adminMail: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Agregar una agencia' }).fill(adminMail);
  await page.getByRole('combobox', { name: 'Agregar una agencia' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Agencias elegidas' })).toContainText(adminMail);
}

test('a seller invited for their own inquiries accepts, and sees no others', async ({
  page,
  browser,
  vitrina,
  signIn,
  clientOf,
}) => {
  const adminMail = await createAgency(vitrina, await clientOf('partner'));
  const mail = `limitada-${adminMail}`;
  const own = { Nombre: 'Propia', Apellido: 'Consulta' };
  await receiveInquiry(vitrina, adminMail, { OperadorResponsable: mail, Interesado: own });
  const other = await receiveInquiry(vitrina, adminMail, {
    OperadorResponsable: `otra-${adminMail}`,
    Interesado: { Nombre: 'Ajena', Apellido: 'Consulta' },
  });

  await signIn('partner', '/settings/people');
  await page.getByRole('link', { name: 'Invitar' }).click();
  await expect(page.getByRole('heading', { name: 'Invitar a una persona' })).toBeFocused();
  await page.getByLabel('Correo').fill(mail);
  await page.getByLabel('Nombre y apellido').fill('Lina Mitada');
  await addAgency(page, adminMail);
  await page.getByLabel('Solo sus consultas').check();
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByRole('heading', { name: 'Lina Mitada' })).toBeVisible();
  await expect(page.getByText(`La invitación es para ${mail}.`, { exact: false })).toBeVisible();
  await expect(page.getByText('Este servidor no envía correos', { exact: false })).toBeVisible();

  const guest = await (await browser.newContext({ baseURL: vitrina.url })).newPage();
  await guest.goto(await mailedLink(vitrina.dataDir, mail));
  await guest.getByLabel('Contraseña nueva').fill('siete mates sin azúcar');
  await guest.getByRole('button', { name: 'Aceptar la invitación' }).click();
  await expect(rows(guest)).toHaveCount(1);
  await expect(rows(guest).getByRole('link', { name: 'Propia Consulta' })).toBeVisible();
  await guest.goto(other.path);
  await expect(panel(guest).getByRole('alert')).toContainText('No se encontró');
  await expect(guest.getByText('Ajena Consulta')).toHaveCount(0);

  await page.goto(`/settings/people?q=${mail}`);
  await expect(personRow(page, mail)).toContainText('Activa');
  await expect(personRow(page, mail)).toContainText('solo sus consultas');
});

test(
  'changed agencies and removed access take effect at once, and both are undone',
  { tag: '@full' },
  async ({ page, browser, vitrina, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const adminMail = await createAgency(vitrina, partner, 'Rotonda Autos');
    await receiveInquiry(vitrina, adminMail);
    const seller = await createSeller(vitrina, partner, { agencies: [adminMail] });
    const sellerPage = await openPageAs(browser, vitrina, await clientOf(seller), '/inquiries');
    await expect(rows(sellerPage)).toHaveCount(1);

    await test.step('changed agencies take effect and are undone', async () => {
      await signIn('partner', `/settings/people?q=${seller.mail}`);
      await personRow(page, seller.mail).getByRole('link').click();
      await addAgency(page, SMALL_AGENCY);
      await page.getByRole('button', { name: 'Quitar Rotonda Autos' }).click();
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Se guardó lo de', { exact: false })).toBeVisible();
      await sellerPage.getByRole('button', { name: 'Actualizar' }).click();
      await expect(sellerPage.getByRole('alert')).toContainText('Esta agencia no es tuya');
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await expect(page.getByRole('list', { name: 'Agencias elegidas' })).toContainText(adminMail);
      await expect(rows(sellerPage)).toHaveCount(1);
    });

    await test.step('removed access takes effect and is undone', async () => {
      await page.getByRole('button', { name: 'Quitar el acceso' }).click();
      await expect(page.getByText('sus sesiones se cerraron.', { exact: false })).toBeVisible();
      // The end of the live stream may have opened the dialog already; it then covers the button.
      await sellerPage
        .getByRole('button', { name: 'Actualizar', includeHidden: true })
        .dispatchEvent('click');
      const dialog = sellerPage.getByRole('dialog', { name: 'Tu sesión terminó' });
      await dialog.getByLabel('Contraseña').fill(seller.password);
      await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(dialog.getByRole('alert')).toContainText('El correo o la contraseña no son correctos');
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await expect(page.getByText('tiene acceso otra vez.', { exact: false })).toBeVisible();
      await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(rows(sellerPage)).toHaveCount(1);
    });
  },
);

test(
  'a form with unsaved changes asks before a link or Back leaves it',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('partner', '/settings/people');
    await page.getByRole('link', { name: 'Invitar' }).click();
    await page.getByLabel('Nombre y apellido').fill('A medio escribir');
    const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
    await page.getByRole('link', { name: 'Consultas' }).click();
    await dialog.getByRole('button', { name: 'Seguir editando' }).click();
    await page.evaluate(() => history.back());
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(page).toHaveURL(/people\/invite$/);
    await expect(page.getByLabel('Nombre y apellido')).toHaveValue('A medio escribir');
    await page.evaluate(() => history.back());
    await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(page.getByRole('table', { name: 'Personas' })).toBeVisible();
  },
);

test('a seller sees only their agencies, whatever the address', async ({ page, signIn }) => {
  await test.step('inquiries of other agencies are refused', async () => {
    await signIn('seller', `/inquiries?agencia=${SMALL_AGENCY}`);
    await expect(page.getByRole('alert')).toContainText('Esta agencia no es tuya');
    await expect(rows(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Ir a mis consultas' }).click();
    await expect(rows(page)).toHaveCount(25);
    await page.goto(`/inquiries/${SMALL_AGENCY}/01JC0000000000000000000000?agencia=${BUSY_AGENCY}`);
    await expect(panel(page).getByRole('alert')).toContainText('Esta agencia no es tuya');
  });

  await test.step('pages of other roles are refused', async () => {
    await expect(sections(page).getByRole('link')).toHaveText([
      'Consultas',
      'Mi día',
      'Catálogos',
      'Procesos',
      'Plantillas',
      'Horarios',
      'Acceso por API',
    ]);
    await sections(page).getByRole('link', { name: 'Horarios' }).click();
    await expect(page.getByText('Los cambia quien administra.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toHaveCount(0);
    for (const path of [
      '/settings/people',
      '/settings/audit',
      '/settings/buyer-data',
      '/settings/doctor',
      '/deliveries',
      '/connection',
      '/agencies/invite',
    ]) {
      await page.goto(path);
      await expect(forbidden(page)).toBeVisible();
    }
    await page.getByRole('link', { name: 'Ir a las consultas' }).click();
    await expect(rows(page).first()).toBeVisible();
  });
});

test(
  'support reads the settings that others manage, and changes none',
  { tag: '@full' },
  async ({ page, signIn, vitrina }) => {
    const list = sections(page);
    await test.step('the connection', async () => {
      await signIn('support', '/connection');
      await expect(page.getByRole('heading', { name: 'El servicio responde' })).toBeVisible();
      await expect(page.getByText(`:${new URL(vitrina.serviceUrl).port}`)).toBeVisible();
      await expect(page.getByText('Coinciden')).toBeVisible();
      await expect(
        page.getByRole('list', { name: 'Avisos' }).getByRole('link', { name: 'Consultas nuevas' }),
      ).toBeVisible();
      await expect(list.getByRole('link', { name: 'Auditoría' })).toBeVisible();
      await expect(list.getByRole('link', { name: 'Personas' })).toHaveCount(0);
    });

    await test.step('agencies, templates and hours', async () => {
      await page.goto(`/agencies/${SMALL_AGENCY}`);
      await expect(page.getByRole('heading', { name: 'La Puna' })).toBeVisible();
      await expect(page.getByRole('meter').first()).toBeVisible();
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await expect(page.getByRole('menuitem', { name: 'Ver sus cifras' })).toBeVisible();
      for (const name of ['Editar los datos', 'Desasociar…'])
        await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await list.getByRole('link', { name: 'Plantillas' }).click();
      await expect(page.getByRole('heading', { name: 'Plantillas' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Nueva plantilla' })).toHaveCount(0);
      await page.goto(`/settings/hours?agencia=${SMALL_AGENCY}`);
      await expect(page.getByText('30 minutos de atención')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toHaveCount(0);
      for (const path of ['/settings/people', '/agencies/invite', '/settings/templates/new']) {
        await page.goto(path);
        await expect(forbidden(page)).toBeVisible();
      }
    });
  },
);

test('the sections are folded behind one button on a phone', { tag: '@full' }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('partner');
  const folded = sections(page);
  await expect(folded.getByRole('link', { name: 'Personas' })).toBeHidden();
  await folded.getByRole('button').click();
  await folded.getByRole('link', { name: 'Personas' }).click();
  await expect(page.getByRole('heading', { name: 'Personas' })).toBeFocused();
  await expect(folded.getByRole('link', { name: 'Consultas' })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
