import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Locator, Page, Route } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { violations } from './axe.ts';
import { type Person, type Vitrina, output } from './server.ts';
import { expect, fillSignIn, panel, rows, test } from './test.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const CHANGES = '**/desk/follow-up/*/*/changes';

/** Calls wait from here on; gives what lets all of them `continue`, or `abort`. */
async function hold(page: Page, url: string | RegExp, then: 'continue' | 'abort'): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route[then]();
  });
  return release;
}

/** Somebody asks for a vehicle; gives the address of the inquiry in the console. */
async function asks(vitrina: Vitrina, given: object = {}): Promise<string> {
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Interesado: { Nombre: 'Berta', Apellido: 'Olmos' }, ...given }),
  });
  expect(answer.status).toBe(201);
  return `/inquiries${answer.headers.get('location')?.replace(/^.*\/v3\/consultas/, '') ?? ''}`;
}

/** A person of the agency besides the demo's. */
async function colleague(vitrina: Vitrina, mailbox: string, name: string): Promise<Person> {
  const mail = `${mailbox}@vitrina.example`;
  const said = await output(
    'person-create.ts',
    ['--mail', mail, '--role', 'seller', '--agency', BUSY_AGENCY, '--name', name],
    { DATA_DIR: vitrina.dataDir },
  );
  return { mail, password: said.trim().split('\n').at(-1) ?? '' };
}

/** The page of somebody else, in a browser of their own. */
async function pageOf(browser: Browser, vitrina: Vitrina, person: Person, at: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: vitrina.url, locale: 'es-AR' });
  const page = await context.newPage();
  await page.goto(at);
  await fillSignIn(page, person);
  await expect(history(page)).toBeVisible();
  return page;
}

const followUp = (page: Page) => page.getByRole('region', { name: 'Seguimiento' });
const history = (page: Page) => page.getByRole('region', { name: 'Historial' });
const entries = (page: Page) => history(page).getByRole('listitem');
const status = (page: Page, name: string) =>
  followUp(page).getByRole('group', { name: 'Estado' }).getByRole('button', { name, exact: true });
const note = (page: Page) => followUp(page).getByRole('textbox', { name: 'Nota' });
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Deshacer' });
/** Keys are heard outside of fields. */
const leaveFields = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur());

test.describe('the status', () => {
  test('is one tap, and taken back by the notice, by z and in the history', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await signIn('seller', await asks(vitrina));
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(history(page)).toContainText('Todavía no se hizo nada');

    await status(page, 'Cita').click();
    await expect(status(page, 'Cita')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveText([/Valeria Sosa la pasó a «Cita».*Primer contacto/]);
    await notice(page).getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Deshecho' })).toBeVisible();
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveText([
      /Valeria Sosa deshizo: Valeria Sosa la pasó a «Cita»/,
      /Valeria Sosa la pasó a «Cita».*deshecho/,
    ]);

    // A key that is held down does it once.
    for (const _ of [1, 2, 3]) await page.keyboard.press('e');
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await expect(notice(page)).toContainText('Pasó a «Contactada»');
    for (const _ of [1, 2, 3]) await page.keyboard.press('z');
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');

    await page.keyboard.press('e');
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await entries(page)
      .first()
      .getByRole('button', { name: /^Deshacer/ })
      .click();
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveCount(6);
    // Only what still stands can be taken back, and an undo cannot.
    await expect(history(page).getByRole('button', { name: /^Deshacer/ })).toHaveCount(0);
  });

  test('is told over the foot of the card, and over nothing of the list', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await signIn('seller', await asks(vitrina));
    await status(page, 'Cita').click();
    await expect(notice(page)).toBeVisible();
    const [told, card] = [await notice(page).boundingBox(), await panel(page).boundingBox()];
    expect(told?.x).toBeGreaterThan(card?.x ?? Infinity);
    // What is focused, and the end of the card, are to be seen above it.
    for (const shown of [note(page), panel(page).getByText('Lo que envió el servicio')]) {
      await shown.focus();
      const { y = Infinity, height = 0 } = (await shown.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(told?.y ?? 0);
    }
  });

  test('of a lost one says why', async ({ page, vitrina, signIn }) => {
    await signIn('seller', await asks(vitrina));
    await status(page, 'Perdida').click();
    const reasons = followUp(page).getByRole('group', { name: 'Por qué se perdió' });
    await expect(reasons.getByRole('button', { name: 'No contesta' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(reasons).toBeHidden();
    await expect(status(page, 'Perdida')).toBeFocused();
    await expect(entries(page)).toHaveCount(0);
    await status(page, 'Perdida').click();
    await reasons.getByRole('button', { name: 'Compró en otro lado' }).click();
    await expect(status(page, 'Perdida')).toHaveAttribute('aria-pressed', 'true');
    await expect(followUp(page)).toContainText('Motivo: Compró en otro lado');
    await expect(entries(page)).toHaveText([/Valeria Sosa la dio por perdida: Compró en otro lado/]);
  });

  test('can be taken back after the next inquiry was opened', async ({ page, vitrina, signIn }) => {
    const [first, second] = [await asks(vitrina), await asks(vitrina)];
    await signIn('seller', first);
    await expect(status(page, 'Nueva')).toBeVisible();
    await page.keyboard.press('e');
    await expect(notice(page)).toBeVisible();
    await rows(page).locator(`a[href^="${second}"]`).click();
    await expect(page).toHaveURL(new RegExp(second));
    await expect(notice(page)).toContainText('Berta Olmos: Pasó a «Contactada»');
    await page.keyboard.press('z');
    await expect(page.getByRole('alert').filter({ hasText: 'Deshecho' })).toBeVisible();
    await page.goto(first);
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveCount(2);
  });

  test('by a key that was pressed before it was known how it stands', async ({ page, vitrina, signIn }) => {
    const answer = await hold(page, /\/desk\/follow-up\/[^/]+\/[^/?]+$/, 'continue');
    await signIn('seller', await asks(vitrina));
    await expect(followUp(page).getByText('Cargando el seguimiento')).toBeVisible();
    await page.keyboard.press('s');
    await page.keyboard.press('e');
    answer();
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveText([/Valeria Sosa la pasó a «Contactada»/]);
    await expect(followUp(page).getByRole('group', { name: 'Posponer' })).toBeHidden();
  });

  test('can be taken back from the list, where one that failed says so too', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const address = await asks(vitrina);
    await signIn('seller', address);
    await expect(status(page, 'Nueva')).toBeVisible();
    await page.keyboard.press('e');
    await expect(notice(page)).toContainText('Pasó a «Contactada»');
    await page.keyboard.press('Escape');
    await expect(followUp(page)).toHaveCount(0);
    await expect(notice(page)).toContainText('Berta Olmos: Pasó a «Contactada»');
    await notice(page).getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Deshecho' })).toBeVisible();
    await expect(rows(page).locator(`a[href^="${address}"]`)).toBeFocused();
    await page.goto(address);
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveCount(2);

    const fail = await hold(page, CHANGES, 'abort');
    await page.keyboard.press('e');
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(followUp(page)).toHaveCount(0);
    fail();
    const list = page.getByRole('region', { name: 'Lista de consultas' });
    const failed = list.getByRole('alert').filter({ hasText: 'Hay algo sin guardar' });
    await expect(failed).toContainText('Berta Olmos');
    expect(await violations(page)).toEqual([]);
    await page.unroute(CHANGES);
    await failed.getByRole('button', { name: 'Reintentar' }).click();
    await expect(failed).toHaveCount(0);
    await page.goto(address);
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveCount(3);
  });

  test('that could not be saved says so and is tried again', async ({ page, vitrina, signIn }) => {
    await signIn('seller', await asks(vitrina));
    await expect(status(page, 'Nueva')).toBeVisible();
    await page.route(CHANGES, (route) => route.abort());
    await status(page, 'Ganada').click();
    const alert = followUp(page).getByRole('alert').filter({ hasText: 'No se guardó' });
    await expect(alert).toContainText('No hay respuesta de Vitrina');
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await page.unroute(CHANGES);
    await alert.getByRole('button', { name: 'Reintentar' }).click();
    await expect(alert).toBeHidden();
    await expect(status(page, 'Ganada')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveCount(1);
  });
});

/** Whether the browser keeps something that was not saved yet. */
const keepsUnsent = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('vitrina-unsent:')));

/** Nothing that is changed is answered from here on; gives what ends that for whatever is asked later. */
async function holdChanges(page: Page, { reachTheGateway = false } = {}): Promise<() => void> {
  let held = true;
  await page.route(CHANGES, async (route) => {
    if (!held) return route.continue();
    if (reachTheGateway) await route.fetch();
    return undefined;
  });
  return () => {
    held = false;
  };
}

test.describe('what was not saved yet when the page was left', () => {
  for (const reachTheGateway of [false, true])
    test(`is made once, in order, ${reachTheGateway ? 'also where the gateway had some of it' : 'by the next page'}`, async ({
      page,
      vitrina,
      signIn,
    }) => {
      await signIn('seller', await asks(vitrina));
      await expect(status(page, 'Nueva')).toBeVisible();
      const asked = page.waitForRequest(CHANGES);
      const release = await holdChanges(page, { reachTheGateway });
      await status(page, 'Cita').click();
      await followUp(page).getByRole('button', { name: 'Tomarla' }).click();
      await note(page).fill('Viene el martes');
      await followUp(page).getByRole('button', { name: 'Guardar nota' }).click();
      await expect(entries(page)).toHaveCount(3);
      await asked;
      release();
      await page.reload();
      const all = [/Valeria Sosa anotó.*Viene el martes/s, /Valeria Sosa la tomó/, /la pasó a «Cita»/];
      await expect(entries(page)).toHaveText(all);
      await expect(status(page, 'Cita')).toHaveAttribute('aria-pressed', 'true');
      await expect(followUp(page)).toContainText('La tenés vos');
      await expect(note(page)).toHaveValue('');
      await expect.poll(() => keepsUnsent(page)).toBe(false);
      await page.reload();
      await expect(entries(page)).toHaveText(all);
      await expect(note(page)).toHaveValue('');
    });

  test('is made from whichever page comes next, and what was written of it is no draft', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const address = await asks(vitrina);
    await signIn('seller', address);
    const release = await holdChanges(page);
    await note(page).fill('Prefiere la mañana');
    await followUp(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(entries(page)).toHaveCount(1);
    release();
    const made = page.waitForResponse(CHANGES);
    await page.goto('/settings/me');
    expect((await made).status()).toBe(200);
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .not.toContain('Prefiere la mañana');
    await page.goto(address);
    await expect(entries(page)).toHaveText([/Prefiere la mañana/]);
    await expect(note(page)).toHaveValue('');
  });

  test('or failed, is still told there, and beside the list, and tried again', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const address = await asks(vitrina);
    await signIn('seller', address);
    await expect(status(page, 'Nueva')).toBeVisible();
    await page.route(CHANGES, (route) => route.abort());
    await status(page, 'Ganada').click();
    const failed = followUp(page).getByRole('alert').filter({ hasText: 'No se guardó' });
    await expect(failed).toBeVisible();
    await page.reload();
    await expect(failed).toContainText('Pasó a «Ganada»');
    await expect(failed).toContainText('No hay respuesta de Vitrina');
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');

    await page.goto('/inquiries');
    const list = page.getByRole('region', { name: 'Lista de consultas' });
    const elsewhere = list.getByRole('alert').filter({ hasText: 'Hay algo sin guardar' });
    await expect(elsewhere).toBeVisible();
    await page.unroute(CHANGES);
    await elsewhere.getByRole('button', { name: 'Reintentar' }).click();
    await expect(elsewhere).toHaveCount(0);
    await expect.poll(() => keepsUnsent(page)).toBe(false);
    await page.goto(address);
    await expect(status(page, 'Ganada')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveCount(1);
  });

  test('is made once where two tabs have it', async ({ page, vitrina, signIn }) => {
    const address = await asks(vitrina);
    await signIn('seller', address);
    await expect(status(page, 'Nueva')).toBeVisible();
    const answer = await hold(page, CHANGES, 'continue');
    await status(page, 'Cita').click();
    await expect.poll(() => keepsUnsent(page)).toBe(true);
    const other = await page.context().newPage();
    await other.goto(address);
    await expect(entries(other)).toHaveText([/la pasó a «Cita»/]);
    await expect.poll(() => keepsUnsent(other)).toBe(false);
    const answered = page.waitForResponse(CHANGES);
    answer();
    expect((await answered).status()).toBe(200);
    await page.reload();
    await expect(entries(page)).toHaveText([/la pasó a «Cita»/]);
    await expect(followUp(page).getByRole('alert')).toHaveCount(0);
    await other.close();
  });

  test('is gone once the person signed out, or somebody else is here', async ({ page, vitrina, signIn }) => {
    const address = await asks(vitrina);
    const tap = async () => {
      await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
      await status(page, 'Cita').click();
      await expect.poll(() => keepsUnsent(page)).toBe(true);
    };
    await signIn('seller', address);
    const release = await holdChanges(page);
    await tap();
    // What says that it was done lies neither over the menu nor over what opens it.
    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    await expect(page.getByText('Pasó a «Cita»', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    const asked = page.getByRole('dialog', { name: '¿Cerrar sesión sin guardar?' });
    await expect(asked.getByRole('listitem')).toHaveText(['Cambio sin guardar: Pasó a «Cita»']);
    await asked.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(await keepsUnsent(page)).toBe(false);

    await signIn('seller', address);
    await tap();
    release();
    await page.context().clearCookies();
    await page.goto(address);
    await fillSignIn(page, vitrina.people.partner);
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    expect(await keepsUnsent(page)).toBe(false);
    await page.reload();
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveCount(0);
  });
});

test.describe('a note', () => {
  test('that could not be saved stays, and is saved once when its answer was lost', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await signIn('seller', await asks(vitrina));
    await expect(note(page)).toBeVisible();
    const name = panel(page).getByRole('heading', { level: 2 });
    await page.keyboard.press('n');
    await expect(note(page)).toBeFocused();
    await page.keyboard.type('Llama el lunes');
    await page.keyboard.press('Escape');
    await expect(name).toBeFocused();
    await page.keyboard.press('n');
    await expect(note(page)).toHaveValue('Llama el lunes');
    // The gateway makes it, and the answer gets lost.
    await page.route(CHANGES, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('Control+Enter');
    await expect(name).toBeFocused();
    const alert = followUp(page).getByRole('alert').filter({ hasText: 'No se guardó' });
    await expect(alert).toBeVisible();
    await expect(note(page)).toHaveValue('Llama el lunes');
    await page.unroute(CHANGES);
    await alert.getByRole('button', { name: 'Reintentar' }).click();
    await expect(alert).toBeHidden();
    await expect(note(page)).toHaveValue('');
    await expect(entries(page)).toHaveText([/Valeria Sosa anotó.*Llama el lunes/s]);
    await page.reload();
    await expect(entries(page)).toHaveCount(1);
    await expect(note(page)).toHaveValue('');
  });

  test('that failed is still there after another inquiry was open', async ({ page, vitrina, signIn }) => {
    const [first, second] = [await asks(vitrina), await asks(vitrina)];
    await signIn('seller', first);
    await page.route(CHANGES, (route) => route.abort());
    await note(page).fill('Quiere verlo el sábado');
    await followUp(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(followUp(page).getByRole('alert').filter({ hasText: 'No se guardó' })).toBeVisible();
    await rows(page).locator(`a[href^="${second}"]`).click();
    await expect(note(page)).toHaveValue('');
    await page.unroute(CHANGES);
    await followUp(page).getByRole('link', { name: 'Ir a verla' }).click();
    await expect(note(page)).toHaveValue('Quiere verlo el sábado');
    await followUp(page).getByRole('button', { name: 'Reintentar' }).click();
    await expect(entries(page)).toHaveText([/Quiere verlo el sábado/]);
    await expect(note(page)).toHaveValue('');
  });

  test('saved while the inquiry was closed again is no draft', async ({ page, vitrina, signIn }) => {
    const [first, second] = [await asks(vitrina), await asks(vitrina)];
    await signIn('seller', first);
    const answer = await hold(page, CHANGES, 'continue');
    await expect(note(page)).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.type('Pasa el jueves');
    await followUp(page).getByLabel('Hablé con la persona').check();
    await note(page).press('Control+Enter');
    await expect(entries(page)).toHaveText([/Pasa el jueves/]);
    await rows(page).locator(`a[href^="${second}"]`).click();
    await expect(entries(page)).toHaveCount(0);
    await expect(note(page)).toHaveValue('');
    const answered = page.waitForResponse(/\/changes$/);
    answer();
    await answered;
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .not.toContain('Pasa el jueves');
    await rows(page).locator(`a[href^="${first}"]`).click();
    await expect(entries(page)).toHaveText([/Pasa el jueves/]);
    await expect(note(page)).toHaveValue('');
    await expect(followUp(page).getByLabel('Hablé con la persona')).not.toBeChecked();
  });

  test('that says the person was reached is a contact', async ({ page, vitrina, signIn }) => {
    await signIn('seller', await asks(vitrina));
    await note(page).fill('Viene a las seis <b>con</b> su auto');
    await followUp(page).getByLabel('Hablé con la persona').check();
    await followUp(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(entries(page)).toHaveText([
      /Valeria Sosa habló con la persona.*Primer contacto.*Viene a las seis <b>con<\/b> su auto/s,
    ]);
    await expect(followUp(page)).toContainText('Valeria Sosa habló con la persona, ');
    await expect(followUp(page).getByLabel('Hablé con la persona')).not.toBeChecked();
    await page.getByRole('button', { name: /^Deshacer: / }).click();
    await expect(entries(page).nth(1)).toContainText('deshecho');
    await expect(entries(page).nth(1)).toContainText('Viene a las seis');
  });

  test('being written survives reload and an ended session, and not signing out', async ({
    page,
    vitrina,
    signIn,
  }) => {
    // Six pages, and four times signing in.
    test.slow();
    const address = await asks(vitrina);
    const endSession = (route: Route) => {
      inGateway(vitrina, 'update session set seen_at = 0');
      return route.continue();
    };
    await signIn('seller', address);
    await note(page).fill('A medio escribir');
    await followUp(page).getByLabel('Hablé con la persona').check();
    await page.reload();
    await expect(note(page)).toHaveValue('A medio escribir');
    await expect(followUp(page).getByLabel('Hablé con la persona')).toBeChecked();

    // The session ended while it was written: saving asks to sign in, over the page. Nothing else is to find out before.
    await page.route(CHANGES, endSession, { times: 1 });
    await followUp(page).getByRole('button', { name: 'Guardar nota' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
    await dialog.getByLabel('Contraseña').fill(vitrina.people.seller.password);
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect(dialog).toBeHidden();
    // It is sent again by itself, once the same person is back.
    await expect(entries(page)).toHaveText([/A medio escribir/]);
    await expect(followUp(page).getByRole('alert')).toHaveCount(0);
    await expect(note(page)).toHaveValue('');

    // The same person comes back by the sign-in page.
    await note(page).fill('Otra, sin guardar');
    await page.context().clearCookies();
    await page.goto(address);
    await fillSignIn(page, vitrina.people.seller);
    await expect(note(page)).toHaveValue('Otra, sin guardar');

    // Somebody else does, without the first having signed out.
    await page.context().clearCookies();
    await page.goto(address);
    await fillSignIn(page, vitrina.people.partner);
    await expect(note(page)).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sin guardar');

    await note(page).fill('De la socia');
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    const asked = page.getByRole('dialog', { name: '¿Cerrar sesión sin guardar?' });
    await expect(asked.getByRole('listitem')).toHaveText(['Nota: «De la socia»']);
    expect(await violations(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(note(page)).toHaveValue('De la socia');
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await asked.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('De la socia');
  });
});

test.describe('putting off', () => {
  test('offers moments by the clock of the agency, and it comes back by itself', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await page.clock.install();
    await signIn('seller', await asks(vitrina));
    await expect(status(page, 'Nueva')).toBeVisible();
    await page.keyboard.press('s');
    const choice = followUp(page).getByRole('group', { name: 'Posponer' });
    await expect(choice.getByRole('button', { name: /En 1 hora/ })).toBeFocused();
    await expect(choice.getByRole('button', { name: /[Aa]l abrir \(.*09:00\)/ })).toBeVisible();
    await choice.getByLabel(/Otro momento/).fill('2026-01-01T10:00');
    await choice.getByRole('button', { name: 'Posponer' }).click();
    await expect(choice.getByRole('alert')).toHaveText('Elegí un momento que no haya pasado.');
    await choice.getByRole('button', { name: /En 1 hora/ }).click();
    await expect(choice).toBeHidden();
    await expect(
      followUp(page)
        .getByRole('paragraph')
        .filter({ hasText: /^Pospuesta hasta .*\d\d:\d\d$/ }),
    ).toBeVisible();
    await expect(entries(page)).toHaveText([/Valeria Sosa la pospuso hasta/]);
    await page.waitForLoadState('networkidle');

    // In steps, so that the session is not over meanwhile.
    for (const _ of [1, 2, 3]) {
      keepSession(vitrina);
      await page.clock.fastForward('21:00');
      const stay = page.getByRole('button', { name: 'Seguir acá' });
      if (await stay.isVisible()) await stay.click();
      await page.keyboard.press('Shift');
    }
    await expect(followUp(page).getByText('Volvió', { exact: true })).toBeVisible();
    await followUp(page).getByRole('button', { name: 'Ya la vi' }).click();
    await expect(followUp(page).getByText('Volvió', { exact: true })).toBeHidden();
    await expect(followUp(page).getByRole('button', { name: 'Posponer…' })).toBeFocused();
    await expect(entries(page).first()).toContainText('Valeria Sosa la trajo de vuelta');
  });

  test('takes a moment of its own, and can be cancelled', async ({ page, vitrina, signIn }) => {
    await signIn('seller', await asks(vitrina));
    await followUp(page).getByRole('button', { name: 'Posponer…' }).click();
    const choice = followUp(page).getByRole('group', { name: 'Posponer' });
    await choice.getByLabel(/Otro momento/).fill('9026-01-01T10:00');
    await choice.getByRole('button', { name: 'Posponer' }).click();
    await expect(choice.getByRole('alert')).toHaveText('Elegí un momento dentro de los próximos 12 meses.');
    const day = addDays(dayAt(Date.now(), ZONE), 30);
    await choice.getByLabel(/Otro momento/).fill(`${day}T10:30`);
    await choice.getByRole('button', { name: 'Posponer' }).click();
    await expect(
      followUp(page)
        .getByRole('paragraph')
        .filter({ hasText: /^Pospuesta hasta .* 10:30$/ }),
    ).toBeVisible();
    await page.reload();
    await followUp(page).getByRole('button', { name: 'Traerla de vuelta' }).click();
    await expect(followUp(page).getByRole('button', { name: 'Posponer…' })).toBeVisible();
  });
});

/** The gateway goes on holding the sessions as just used. */
function keepSession(vitrina: Vitrina): void {
  inGateway(vitrina, 'update session set seen_at = ?', Date.now());
}

function inGateway({ dataDir }: Vitrina, statement: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(join(dataDir, 'gateway.db'), { timeout: 5000 });
  database.prepare(statement).run(...values);
  database.close();
}

test.describe('claiming', () => {
  test('takes, lets go and hands over with a word, to whoever may see it', async ({
    page,
    browser,
    vitrina,
    signIn,
  }) => {
    const address = await asks(vitrina);
    const zoe = await colleague(vitrina, 'zoe.toma', 'Zoe Paz');
    const hers = await pageOf(browser, vitrina, zoe, address);
    await signIn('seller', address);

    await followUp(page).getByRole('button', { name: 'Tomarla' }).click();
    await expect(followUp(page)).toContainText('La tenés vos');
    await followUp(page).getByRole('button', { name: 'Soltarla' }).click();
    await expect(followUp(page)).toContainText('Nadie la tomó');

    await leaveFields(page);
    await page.keyboard.press('a');
    const choice = followUp(page).getByRole('group', { name: 'Pasar la consulta' });
    await expect(choice.getByLabel('A quién')).toBeFocused();
    await choice.getByRole('button', { name: 'Pasarla' }).click();
    await expect(choice.getByRole('alert')).toHaveText('Elegí a quién se la pasás.');
    await expect(choice.getByRole('option')).not.toHaveText([/Valeria Sosa/]);
    await choice.getByLabel('A quién').selectOption('Zoe Paz');
    await choice.getByLabel(/Qué tiene que saber/).fill('Pidió por vos');
    await choice.getByRole('button', { name: 'Pasarla' }).click();
    await expect(followUp(page)).toContainText('La tiene Zoe Paz');
    await expect(entries(page).first()).toContainText(/Valeria Sosa se la pasó a Zoe Paz.*Pidió por vos/s);

    await hers.reload();
    await expect(followUp(hers)).toContainText('La tenés vos');
    await expect(entries(hers).first()).toContainText('Pidió por vos');
    await hers.context().close();
  });

  test('whoever lost access meanwhile cannot be handed it: somebody else is to be chosen', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await colleague(vitrina, 'ida.toma', 'Ida Roca');
    await signIn('seller', await asks(vitrina));
    await followUp(page).getByRole('button', { name: 'Pasarla a…' }).click();
    const choice = followUp(page).getByRole('group', { name: 'Pasar la consulta' });
    await choice.getByLabel('A quién').selectOption('Ida Roca');
    await choice.getByLabel(/Qué tiene que saber/).fill('Es urgente');
    inGateway(vitrina, "update person set disabled_at = 1 where mail = 'ida.toma@vitrina.example'");
    await choice.getByRole('button', { name: 'Pasarla' }).click();
    await followUp(page).getByRole('button', { name: 'Elegir a otra persona' }).click();
    await expect(followUp(page)).toContainText('Nadie la tomó');
    await expect(choice.getByRole('option', { name: 'Ida Roca' })).toHaveCount(0);
    await expect(choice.getByLabel(/Qué tiene que saber/)).toHaveValue('Es urgente');
    await choice.getByLabel('A quién').selectOption('Paula Ferreyra');
    await choice.getByRole('button', { name: 'Pasarla' }).click();
    await expect(followUp(page)).toContainText('La tiene Paula Ferreyra');
  });
});

test.describe('two people on one inquiry', () => {
  test('see both versions, and choose', async ({ page, browser, vitrina, signIn }) => {
    const address = await asks(vitrina);
    const nora = await colleague(vitrina, 'nora.dos', 'Nora Luna');
    const hers = await pageOf(browser, vitrina, nora, address);
    // Neither page is told of what the other does.
    for (const one of [page, hers])
      await one.route(/\/desk\/events/, (route) => route.fulfill({ status: 503 }));
    await hers.reload();
    await signIn('seller', address);
    await expect(status(page, 'Nueva')).toBeVisible();

    await status(hers, 'Cita').click();
    await expect(entries(hers)).toHaveCount(1);
    await status(page, 'Ganada').click();
    const conflict = followUp(page).getByRole('alert').filter({ hasText: 'Nora Luna la cambió' });
    await expect(conflict).toBeFocused();
    await expect(conflict.getByRole('row', { name: /Estado/ })).toHaveText('EstadoCitaGanada');
    // Nothing was set over hers.
    await expect(status(page, 'Cita')).toHaveAttribute('aria-pressed', 'true');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(conflict.getByRole('row', { name: /Estado/ })).toHaveText('EstadoCitaGanada');
    await conflict.getByRole('button', { name: 'Dejar lo de Nora Luna' }).click();
    await expect(conflict).toBeHidden();
    await expect(entries(page)).toHaveCount(1);
    await expect.poll(() => keepsUnsent(page)).toBe(false);

    await status(hers, 'Contactada').click();
    await expect(entries(hers)).toHaveCount(2);
    await status(page, 'Ganada').click();
    await conflict.getByRole('button', { name: 'Poner lo mío' }).click();
    await expect(status(page, 'Ganada')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page)).toHaveText([
      /Valeria Sosa la pasó a «Ganada»/,
      /Nora Luna la pasó a «Contactada»/,
      /Nora Luna la pasó a «Cita»/,
    ]);

    // What was set over hers can no longer be taken back by her.
    await entries(hers)
      .first()
      .getByRole('button', { name: /^Deshacer/ })
      .click();
    await expect(history(hers).getByRole('alert')).toContainText('Ya no se puede deshacer');
    await expect(status(hers, 'Ganada')).toHaveAttribute('aria-pressed', 'true');
    await hers.context().close();
  });

  test('add their notes side by side', async ({ page, browser, vitrina, signIn }) => {
    const address = await asks(vitrina);
    const eva = await colleague(vitrina, 'eva.dos', 'Eva Sol');
    const hers = await pageOf(browser, vitrina, eva, address);
    await signIn('seller', address);
    await status(hers, 'Cita').click();
    await expect(entries(hers)).toHaveCount(1);
    await note(page).fill('Desde acá');
    await followUp(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(entries(page)).toHaveText([/Desde acá/, /Eva Sol la pasó a «Cita»/]);
    await hers.context().close();
  });
});

test('whoever reads sees where each thing was done from; support has nothing to change it by', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  const address = await asks(vitrina);
  const seller = await pageOf(browser, vitrina, vitrina.people.seller, address);
  await status(seller, 'Contactada').click();
  await expect(entries(seller)).toHaveText([/la pasó a «Contactada»/]);
  await expect(entries(seller)).toContainText(/desde (127|::)/);
  await seller.context().close();

  await signIn('support', address);
  await expect(followUp(page)).toContainText('Estado: Contactada');
  await expect(entries(page)).toHaveText([/Valeria Sosa la pasó a «Contactada».*desde (127|::)/s]);
  await expect(followUp(page).getByRole('button')).toHaveCount(0);
  await expect(followUp(page).getByRole('textbox')).toHaveCount(0);
  await leaveFields(page);
  await page.keyboard.press('n');
  await page.keyboard.press('s');
  await page.keyboard.press('e');
  await expect(followUp(page).getByRole('group')).toHaveCount(0);
  await expect(followUp(page)).toContainText('Estado: Contactada');
});

test.describe('what could not be saved', () => {
  /** Whether all of it is to be seen: inside the card, and above what lies over its foot. */
  async function isInSight(page: Page, said: Locator): Promise<void> {
    await expect(said).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } = (await said.boundingBox()) ?? {};
    const foot = await page.evaluate(() => {
      const lying = [...document.querySelectorAll('[role=alert], fieldset')].filter((element) =>
        [element, element.parentElement].some((one) => one && getComputedStyle(one).position === 'fixed'),
      );
      const tops = lying.map((element) => element.getBoundingClientRect());
      return Math.min(innerHeight, ...tops.flatMap(({ top, height }) => (height > 0 ? top : [])));
    });
    expect(y + height).toBeLessThanOrEqual(foot);
  }

  test('by a key comes into view, and the focus stays', async ({ page, vitrina, signIn }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await signIn('seller', await asks(vitrina));
    await expect(status(page, 'Nueva')).toBeVisible();
    await page.route(CHANGES, (route) => route.abort());
    await page.keyboard.press('e');
    await isInSight(page, followUp(page).getByRole('alert').filter({ hasText: 'No se guardó' }));
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
  });

  test('by the bar of a phone comes into view, however far down the card is read', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn('seller', await asks(vitrina));
    await expect(history(page)).toBeVisible();
    await page.route(CHANGES, (route) => route.abort());
    await panel(page).getByText('Lo que envió el servicio').scrollIntoViewIfNeeded();
    await expect(panel(page).getByRole('heading', { level: 2 })).not.toBeInViewport();
    await panel(page)
      .getByRole('group', { name: 'Contactar' })
      .getByRole('button', { name: 'Contactada' })
      .click();
    await isInSight(page, panel(page).getByRole('alert').filter({ hasText: 'No se pudo anotar' }));
  });

  for (const width of [360, 1280])
    test(`as somebody was faster with it comes into view, at ${width} px`, async ({
      page,
      vitrina,
      signIn,
    }) => {
      await page.setViewportSize({ width, height: 720 });
      const address = await asks(vitrina);
      await signIn('seller', address);
      await expect(status(page, 'Nueva')).toBeVisible();
      await page.keyboard.press('e');
      await expect(notice(page)).toBeVisible();
      await expect(entries(page)).toHaveCount(1);
      await page.route(/\/desk\/events/, (route) => route.fulfill({ status: 503 }));
      const changed = await page.evaluate(
        async (url) => {
          const body = { id: crypto.randomUUID(), version: 1, change: { kind: 'status', status: 'won' } };
          const headers = { 'content-type': 'application/json', 'x-vitrina': '1' };
          return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
        },
        address.replace('/inquiries', '/desk/follow-up') + '/changes',
      );
      expect(changed).toBe(200);
      await page.keyboard.press('z');
      const said = history(page).getByRole('alert').filter({ hasText: 'Ya no se puede deshacer' });
      await isInSight(page, said);
      await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
      await said.getByRole('button', { name: 'Dejarlo así' }).click();
      await expect(history(page)).toBeFocused();
    });

  test('elsewhere comes into view while a card is open, and the next card begins at its top', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    // The newest is the first of the list.
    const [, second, first] = [await asks(vitrina), await asks(vitrina), await asks(vitrina)];
    await signIn('seller', first);
    await expect(status(page, 'Nueva')).toBeVisible();
    const fail = await hold(page, CHANGES, 'abort');
    await page.keyboard.press('e');
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await rows(page).locator(`a[href^="${second}"]`).click();
    await expect(history(page)).toBeVisible();
    const elsewhere = panel(page).getByRole('alert').filter({ hasText: 'Hay algo sin guardar' });
    await expect(elsewhere).toHaveCount(0);
    fail();
    await isInSight(page, elsewhere);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(elsewhere).toBeAttached();
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeInViewport();
  });

  test('because the session had ended is sent by itself once the same person is back', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const address = await asks(vitrina);
    await signIn('seller', address);
    await expect(status(page, 'Nueva')).toBeVisible();
    const enter = async () => {
      const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await dialog.getByLabel('Contraseña').fill(vitrina.people.seller.password);
      await dialog.getByRole('button', { name: 'Entrar' }).click();
      await expect(dialog).toBeHidden();
    };
    // Nothing else is to find out before.
    const endSession = (route: Route) => {
      inGateway(vitrina, 'update session set seen_at = 0');
      return route.continue();
    };
    await page.route(CHANGES, endSession, { times: 1 });
    await status(page, 'Cita').click();
    await enter();
    await expect(status(page, 'Cita')).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(page).filter({ hasText: 'la pasó a «Cita»' })).toHaveCount(1);
    await expect(panel(page).getByText('Tu sesión terminó')).toHaveCount(0);

    // By the sign-in page, too.
    await page.route(CHANGES, endSession, { times: 1 });
    await status(page, 'Ganada').click();
    await expect(page.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
    await page.goto(address);
    await fillSignIn(page, vitrina.people.seller);
    await expect(status(page, 'Ganada')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => keepsUnsent(page)).toBe(false);
  });

  test('of who has it says what it was', async ({ page, vitrina, signIn }) => {
    await signIn('seller', await asks(vitrina));
    await page.route(CHANGES, (route) => route.abort());
    await followUp(page).getByRole('button', { name: 'Tomarla' }).click();
    await expect(followUp(page).getByText('No se guardó: La tomaste.')).toBeVisible();
  });
});

test('the focus is somewhere after everything that takes away what was pressed', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  test.slow();
  const address = await asks(vitrina);
  const uma = await colleague(vitrina, 'uma.foco', 'Uma Foco');
  await signIn('seller', address);
  await expect(status(page, 'Nueva')).toBeVisible();
  const button = (name: string | RegExp) => followUp(page).getByRole('button', { name });
  const states = followUp(page).getByRole('group', { name: 'Estado' });
  const name = panel(page).getByRole('heading', { level: 2 });
  const press = async (pressed: Locator, then: Locator) => {
    await pressed.focus();
    await page.keyboard.press('Enter');
    await expect(then).toBeFocused();
  };
  /** Fails to be saved; gives what makes the next go through. */
  const failing = async (act: () => Promise<void>, failed = button('Reintentar')) => {
    await page.route(CHANGES, (route) => route.abort());
    await act();
    await expect(failed).toBeVisible();
    await page.unroute(CHANGES);
  };

  await failing(() => status(page, 'Cita').click());
  await press(button('Reintentar'), states);
  await expect(status(page, 'Cita')).toHaveAttribute('aria-pressed', 'true');
  await failing(() => button('Tomarla').click());
  await press(button('Reintentar'), button('Soltarla'));
  await failing(async () => {
    await note(page).fill('Quiere verlo');
    await button('Guardar nota').click();
  });
  await press(button('Reintentar'), button('Guardar nota'));
  await expect(entries(page)).toHaveCount(3);

  await button('Posponer…').click();
  await button(/En 1 hora/).click();
  await failing(() => button('Traerla de vuelta').click());
  await press(button('Reintentar'), button('Posponer…'));
  await button('Posponer…').click();
  await button(/En 1 hora/).click();
  await press(button('Traerla de vuelta'), button('Posponer…'));
  await expect(entries(page)).toHaveCount(7);

  await press(entries(page).getByRole('button', { name: /^Deshacer: .*anotó/ }), history(page));
  await expect(entries(page)).toHaveCount(8);
  await failing(() =>
    entries(page)
      .getByRole('button', { name: /la tomó/ })
      .click(),
  );
  await press(history(page).getByRole('button', { name: 'Reintentar' }), history(page));
  await press(button('Ver lo anterior (1)'), entries(page).nth(8));

  const noted = panel(page).getByRole('alert').filter({ hasText: 'No se pudo anotar' });
  const call = () =>
    panel(page).getByRole('group', { name: 'Contactar' }).getByRole('link', { name: 'Llamar' });
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  for (const pressed of ['No anotarlo', 'Reintentar']) {
    await failing(() => call().click(), noted.getByRole('button', { name: pressed }));
    await press(noted.getByRole('button', { name: pressed }), name);
  }

  // Neither page is told of what the other does.
  const hers = await pageOf(browser, vitrina, uma, address);
  for (const one of [page, hers])
    await one.route(/\/desk\/events/, (route) => route.fulfill({ status: 503 }));
  await page.reload();
  await hers.reload();
  for (const [theirs, chosen] of [
    ['Ganada', /^Dejar lo de/],
    ['Contactada', 'Poner lo mío'],
  ] as const) {
    await expect(status(page, 'Nueva')).toBeVisible();
    await status(hers, theirs).click();
    await expect(entries(hers).first()).toContainText(theirs);
    await status(page, 'Nueva').click();
    await press(button(chosen), states);
  }
  await hers.context().close();
});

test.describe('the response clock', () => {
  /** A Monday some days ago: open from 9 to 13 and from 16 to 20. */
  const today = dayAt(Date.now(), ZONE);
  const back = [3, 4, 5, 6, 7, 8, 9].find(
    (days) => new Date(`${addDays(today, -days)}T12:00:00Z`).getUTCDay() === 1,
  );
  const monday = addDays(today, -(back ?? 0));

  for (const [at, tone, text] of [
    ['12:42', 'quiet', 'A tiempo: vence 16:10'],
    ['12:58', 'amber', 'Quedan 12 min (vence 16:10)'],
    ['14:30', 'amber', 'Quedan 10 min (vence 16:10)'],
    ['16:35', 'red', 'Venció hace 25 min de atención (era 16:10)'],
  ] as const)
    test(`is ${tone} at ${at} for what came at 12:40`, async ({ page, vitrina, signIn }) => {
      const address = await asks(vitrina, { Momento: `${monday}T12:40:00-03:00` });
      await page.clock.install({ time: `${monday}T${at}:00-03:00` });
      await signIn('seller', address);
      await expect(followUp(page).getByText(text)).toBeVisible();
      await expect(followUp(page).getByTitle(/Vence lun.*30 minutos de atención en America/)).toContainText(
        text,
      );
    });

  test('turns by itself, and says what stopped it, who and when', async ({ page, vitrina, signIn }) => {
    const address = await asks(vitrina, { Momento: `${monday}T10:00:00-03:00` });
    await page.clock.install({ time: `${monday}T10:14:00-03:00` });
    await signIn('seller', address);
    await expect(followUp(page).getByText('A tiempo: vence 10:30')).toBeVisible();
    await page.clock.fastForward('02:00');
    await expect(followUp(page).getByText('Quedan 14 min (vence 10:30)')).toBeVisible();
    await status(page, 'Contactada').click();
    await expect(
      followUp(page).getByText(/^Respondida tarde, en .*: Valeria Sosa habló con la persona, /),
    ).toBeVisible();
  });
});

test('in English', async ({ page, vitrina, signIn }) => {
  await signIn('seller', await asks(vitrina));
  await page.evaluate(() => localStorage.setItem('vitrina-language', 'en'));
  await page.reload();
  const section = page.getByRole('region', { name: 'Follow-up' });
  await section.getByRole('button', { name: 'Lost' }).click();
  await section.getByRole('button', { name: 'Bought elsewhere' }).click();
  await expect(section.getByRole('listitem')).toHaveText([
    /Valeria Sosa marked it as lost: Bought elsewhere/,
  ]);
  await section.getByRole('button', { name: 'Snooze…' }).click();
  await section.getByRole('button', { name: /In 1 hour/ }).click();
  await expect(section.getByRole('paragraph').filter({ hasText: /^Snoozed until/ })).toBeVisible();
  await section.getByRole('textbox', { name: 'Note' }).fill('Call after six');
  await section.getByRole('button', { name: 'Save note' }).click();
  await expect(section.getByRole('listitem').first()).toContainText('Valeria Sosa wrote a note');
  expect(await section.innerText()).not.toMatch(/[áéíóúñ¿¡]/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('no notice lies over what is chosen from, and it can be taken back all the same', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await signIn('seller', await asks(vitrina));
    await status(page, 'Cita').tap();
    await expect(notice(page)).toBeVisible();
    for (const opener of ['Pasarla a…', 'Perdida', 'Posponer…']) {
      await followUp(page).getByRole('button', { name: opener, exact: true }).tap();
      await expect(followUp(page).locator('[data-choice]')).toBeVisible();
      await expect(notice(page)).toBeHidden();
    }
    await page.keyboard.press('z');
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await followUp(page)
      .getByRole('button', { name: /En 1 hora/ })
      .tap();
    await expect(notice(page)).toContainText('Pospuesta hasta');
  });
});

for (const width of [360, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('axe finds nothing in any state, and nothing scrolls sideways', async ({
      page,
      vitrina,
      signIn,
    }) => {
      // axe looks at the whole page six times.
      test.slow();
      await signIn('seller', await asks(vitrina));
      await expect(status(page, 'Nueva')).toBeVisible();
      const holds = async () => {
        // What lies half behind the tools of the card is no small target.
        await panel(page).evaluate((element) => element.scrollTo(0, 0));
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(
          await panel(page).evaluate((element) => element.scrollWidth - element.clientWidth),
        ).toBeLessThanOrEqual(0);
      };
      await holds();
      await status(page, 'Perdida').click();
      await holds();
      await followUp(page).getByRole('button', { name: 'Posponer…' }).click();
      await holds();
      await followUp(page)
        .getByRole('button', { name: /En 1 hora/ })
        .click();
      await followUp(page).getByRole('button', { name: 'Pasarla a…' }).click();
      await expect(followUp(page).getByLabel('A quién')).toBeVisible();
      await holds();
      await page.route(CHANGES, (route) => route.abort());
      await note(page).fill(`${'larga '.repeat(40)}${'x'.repeat(120)}`);
      await followUp(page).getByRole('button', { name: 'Guardar nota' }).click();
      await status(page, 'Ganada').click();
      await expect(followUp(page).getByRole('button', { name: 'Reintentar' })).toHaveCount(2);
      await holds();
      await page.unroute(CHANGES);
      for (const _ of [1, 2])
        await followUp(page).getByRole('button', { name: 'Reintentar' }).first().click();
      await expect(entries(page)).toHaveCount(3);
      await holds();
    });
  });
