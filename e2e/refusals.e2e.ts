import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { EMPTY_AGENCY, INVITED_AGENCY } from '#service/demo/agencies.ts';
import { type Person, type Vitrina, output } from './server.ts';
import { expect, test } from './test.ts';

// What a form could not know: each of these is refused by the gateway or the service itself, since what the page sends
// is changed on its way.

type Body = Record<string, unknown>;

/** Changes what is sent to an address until what this gives is called. */
async function sentOtherwise(
  page: Page,
  address: string,
  changed: (body: Body) => Body,
): Promise<() => Promise<void>> {
  await page.route(address, async (route) => {
    const request = route.request();
    if (!['POST', 'PUT'].includes(request.method())) return route.fallback();
    await route.continue({ postData: changed(request.postDataJSON() as Body) });
  });
  return () => page.unroute(address);
}

/** A seller whom no other test knows. */
async function newSeller(vitrina: Vitrina): Promise<Person> {
  const mail = `rechazo-${randomUUID().slice(0, 8)}@vitrina.example`;
  const given = ['--mail', mail, '--role', 'seller', '--agency', EMPTY_AGENCY];
  const said = await output('person-create.ts', given, { DATA_DIR: vitrina.dataDir });
  return { mail, password: said.trim().split('\n').at(-1) ?? '' };
}

const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true });
const refusal = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'El servicio no aceptó lo pedido' });

/** It is said above the form, in sight, with the focus; the form can be sent again. */
async function saidAbove(page: Page): Promise<void> {
  await expect(refusal(page)).toBeFocused();
  await expect(refusal(page)).toBeInViewport({ ratio: 1 });
}

async function marked(input: Locator, description: RegExp): Promise<void> {
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(description);
}

const clean = (input: Locator) => expect(input).toHaveAttribute('aria-invalid', 'false');

test.describe('a template', () => {
  test('that is refused says at which input, until it is edited, and can be saved', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await signIn(await newSeller(vitrina), '/settings/templates/new');
    const name = page.getByLabel('Nombre de la plantilla');
    const text = page.getByLabel('Texto', { exact: true });
    await name.fill('Rechazada');
    await text.fill('Hola {{nombre}}');
    let asItIs = await sentOtherwise(page, '**/desk/templates', (body) => ({
      ...body,
      name: 'x'.repeat(61),
      text: ' ',
    }));
    await save(page).click();
    await marked(name, /hasta 60 letras/);
    await marked(text, /Escribí el texto/);
    await expect(name).toBeFocused();
    await expect(refusal(page)).toHaveCount(0);
    await name.fill('Rechazada una vez');
    await clean(name);
    await marked(text, /Escribí el texto/);
    await asItIs();
    await save(page).click();
    await expect(page.getByText('Se guardó «Rechazada una vez».')).toBeVisible();

    // What no input stands for, of one that is edited.
    await page.getByRole('link', { name: 'Rechazada una vez' }).click();
    asItIs = await sentOtherwise(page, '**/desk/templates/*', (body) => ({ ...body, colour: 'red' }));
    await text.fill('Buen día {{nombre}}');
    await save(page).click();
    await saidAbove(page);
    await clean(name);
    await clean(text);
    await expect(text).toHaveValue('Buen día {{nombre}}');
    // As often as one likes, and whatever is said.
    await asItIs();
    asItIs = await sentOtherwise(page, '**/desk/templates/*', (body) => ({
      ...body,
      version: 'x',
      name: '',
    }));
    await save(page).click();
    await marked(name, /hasta 60 letras/);
    await saidAbove(page);
    await asItIs();
    await save(page).click();
    await expect(refusal(page)).toHaveCount(0);
    await expect(save(page)).toBeDisabled();
    await page.reload();
    await expect(text).toHaveValue('Buen día {{nombre}}');
  });
});

test.describe('hours', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('that are refused say at which input, until it is edited, and can be saved', async ({
    page,
    signIn,
  }) => {
    const mail = 'info@rosariomotor.example';
    await signIn('partner', `/settings/hours?agencia=${mail}`);
    const zone = page.getByRole('combobox', { name: 'Zona horaria' });
    const target = page.getByLabel('Responder en (minutos)');
    // A browser may know zones that the server does not know yet.
    let asItIs = await sentOtherwise(page, '**/desk/hours/*', ({ hours, ...body }) => ({
      ...body,
      hours: { ...(hours as Body), zone: 'America/Nowhere', target: 0, warning: 0 },
    }));
    await target.fill('40');
    await save(page).tap();
    await marked(zone, /Elegí una zona/);
    await marked(target, /entre 1 y 10080/);
    await expect(zone).toBeFocused();
    await expect(zone).toBeInViewport();
    await expect(refusal(page)).toHaveCount(0);
    await target.fill('45');
    await clean(target);
    await asItIs();

    // What no input stands for is said where it is seen, however far down it was sent from.
    asItIs = await sentOtherwise(page, '**/desk/hours/*', (body) => ({ ...body, colour: 'red' }));
    await save(page).tap();
    await saidAbove(page);
    await clean(zone);
    await expect(target).toHaveValue('45');
    await asItIs();
    await save(page).tap();
    await expect(page.getByText('Se guardaron los horarios.')).toBeVisible();
    await expect(refusal(page)).toHaveCount(0);
    await page.reload();
    await expect(target).toHaveValue('45');
  });
});

test.describe('an agency', () => {
  test("that is refused tells the service's words at the input, and above those of no input", async ({
    page,
    signIn,
  }) => {
    await signIn('partner', `/agencies/${INVITED_AGENCY}/edit`);
    const name = page.getByLabel('Nombre', { exact: true });
    const phone = page.getByLabel('Teléfono');
    let asItIs = await sentOtherwise(page, '**/v3/agencias/*', (body) => ({
      ...body,
      Telefono: '5',
      Fantasia: 'x',
    }));
    await name.fill('Rechazada S.A.');
    await save(page).click();
    await marked(phone, /El servicio dice: «/);
    await saidAbove(page);
    await expect(refusal(page)).toContainText('no es un miembro conocido');
    await phone.fill('+54 351 555-0177');
    await clean(phone);
    await asItIs();
    asItIs = await sentOtherwise(page, '**/v3/agencias/*', (body) => ({ ...body, Fantasia: 'x' }));
    await save(page).click();
    await clean(phone);
    await saidAbove(page);
    await asItIs();
    await save(page).click();
    await expect(page.getByRole('heading', { name: 'Rechazada S.A.' })).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('heading', { name: 'Rechazada S.A.' })).toHaveCount(0);
  });

  test('that is invited leaves nothing behind in the form', async ({ page, signIn }) => {
    const mail = `vacia-${randomUUID().slice(0, 8)}@rechazo.example`;
    await signIn('partner', '/agencies/invite');
    await page.getByLabel('Correo de quien administra').fill(mail);
    await page.getByLabel('Nombre', { exact: true }).fill('De antes');
    const asItIs = await sentOtherwise(page, '**/v3/agencias', (body) => ({ ...body, Nombre: 'x' }));
    const send = page.getByRole('button', { name: 'Enviar la invitación' });
    await send.click();
    await marked(page.getByLabel('Nombre', { exact: true }), /El servicio dice: «/);
    await asItIs();
    await page.getByLabel('Nombre', { exact: true }).fill('De antes, de nuevo');
    await page.getByRole('button', { name: /^Enviar/ }).click();
    await expect(page.getByText(`Se envió la invitación a ${mail}.`)).toBeVisible();
    await page.goto('/agencies');
    await page.getByRole('link', { name: 'Invitar' }).first().click();
    await expect(page.getByLabel('Correo de quien administra')).toHaveValue('');
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('');
  });
});

test('a webhook that is refused says at which input, until it is edited, and can be saved', async ({
  page,
  signIn,
}) => {
  await signIn('support', '/webhooks/agencia-registrada/edit');
  const callback = page.getByLabel('Callback');
  const description = page.getByLabel('Descripción');
  let asItIs = await sentOtherwise(page, '**/v3/appnotificaciones/*', (body) => ({
    ...body,
    Callback: 'not an address',
    Colour: 'red',
  }));
  await description.fill('Rechazada una vez');
  await save(page).click();
  await marked(callback, /El servicio dice: «/);
  await saidAbove(page);
  await expect(refusal(page)).toContainText('no es un miembro conocido');
  const address = await callback.inputValue();
  await callback.fill(`${address} `);
  await clean(callback);
  await callback.fill(address);
  await asItIs();
  asItIs = await sentOtherwise(page, '**/v3/appnotificaciones/*', (body) => ({ ...body, Colour: 'red' }));
  await save(page).click();
  await clean(callback);
  await saidAbove(page);
  await asItIs();
  await save(page).click();
  await expect(page.getByText('Se guardó la configuración de agencia-registrada.')).toBeVisible();
  await expect(page.getByText('Rechazada una vez', { exact: true })).toBeVisible();
});

test('a person who is refused is marked at the input, until it is edited, and can be invited', async ({
  page,
  signIn,
}) => {
  const mail = `invitada-${randomUUID().slice(0, 8)}@vitrina.example`;
  await signIn('partner', '/settings/people/invite');
  const name = page.getByLabel('Nombre y apellido');
  await page.getByLabel('Correo').fill(mail);
  await name.fill('Rita Chazada');
  await page.getByRole('radio', { name: /Soporte/ }).check();
  const invite = page.getByRole('button', { name: 'Invitar', exact: true });
  let asItIs = await sentOtherwise(page, '**/desk/people', (body) => ({ ...body, name: 'x' }));
  await invite.click();
  await marked(name, /entre 2 y 100 letras/);
  await expect(name).toBeFocused();
  await name.fill('Rita Aceptada');
  await clean(name);
  await asItIs();
  asItIs = await sentOtherwise(page, '**/desk/people', (body) => ({ ...body, colour: 'red' }));
  await invite.click();
  await saidAbove(page);
  await clean(name);
  await asItIs();
  await invite.click();
  await expect(page.getByRole('heading', { name: 'Rita Aceptada' })).toBeVisible();
  // The next one begins empty.
  await page.goto('/settings/people');
  await page.getByRole('link', { name: 'Invitar' }).click();
  await expect(name).toHaveValue('');
  await expect(page.getByLabel('Correo')).toHaveValue('');
});
