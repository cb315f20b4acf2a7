import type { Page } from '@playwright/test';
import { BUSY_AGENCY, INVITED_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { signRequest } from '#signing/request.ts';
import { type Vitrina, output } from './server.ts';
import { expect, test } from './test.ts';

const agencies = (page: Page) => page.getByRole('table', { name: /Agencias|Agencies/ }).getByRole('row');
const invitations = (page: Page) =>
  page.getByRole('table', { name: /Invitaciones|Invitations/ }).getByRole('row');

/** The invited person completes the registration. */
async function registers({ serviceUrl }: Vitrina, adminMail: string): Promise<void> {
  const answer = await fetch(`${serviceUrl}/simulator/agencias/${adminMail}/registro`, { method: 'POST' });
  expect(answer.status).toBe(204);
}

/** Another app of the service invites an agency, which is then not ours to invite. */
async function anotherAppInvites({ serviceUrl, dataDir }: Vitrina, adminMail: string): Promise<void> {
  const printed = await output('app-create.ts', ['--name', 'Otra'], { DATA_DIR: dataDir });
  const [key = '', secret = ''] = printed.trim().split('\n');
  const body = JSON.stringify({ AdminMail: adminMail });
  const request = { method: 'POST', path: '/v3/agencias', body };
  const signed = signRequest(request, { key, secret }, { prefix: 'SVC', now: Date.now(), nonce: adminMail });
  const answer = await fetch(serviceUrl + request.path, {
    method: request.method,
    headers: { ...signed, 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(202);
}

async function speak(page: Page, language: 'es' | 'en'): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('vitrina-language', chosen), language);
}

const WORDS = {
  es: {
    mail: 'Correo de quien administra',
    name: 'Nombre',
    phone: 'Teléfono',
    region: 'Provincia',
    city: 'Ciudad',
    send: 'Enviar la invitación',
    wrongPhone: 'Escribí entre 8 y 20 números, como +54 11 5555 0101.',
    sent: 'Enviada',
    registered: 'Registrada',
    refused: 'Rechazada',
    sentTo: (mail: string) => `Se envió la invitación a ${mail}.`,
    already: 'Ya está invitada',
    edit: 'Editar',
    save: 'Guardar',
    cleared: 'se borra',
    saved: 'Se guardaron los cambios.',
    undo: 'Deshacer',
    undone: 'Se volvió a los datos anteriores.',
    leave: 'Desasociar…',
    nobody: 'Nadie la tiene asignada.',
    confirm: 'Desasociar',
    typed: 'Para confirmar',
    left: (name: string) => `${name} ya no está asociada a esta aplicación.`,
    ended: /la desasoció el/,
    inbox: 'Consultas',
    inquiries: 'Ver sus consultas',
    was: 'Estuvo asociada',
    taken: 'Ese correo ya está registrado en el servicio',
    openMail: 'Abrir en el correo',
    state: 'Estado',
  },
  en: {
    mail: 'Administrator’s email',
    name: 'Name',
    phone: 'Phone',
    region: 'Province',
    city: 'City',
    send: 'Send the invitation',
    wrongPhone: 'Type between 8 and 20 digits, like +54 11 5555 0101.',
    sent: 'Sent',
    registered: 'Registered',
    refused: 'Refused',
    sentTo: (mail: string) => `The invitation was sent to ${mail}.`,
    already: 'Already invited',
    edit: 'Edit',
    save: 'Save',
    cleared: 'cleared',
    saved: 'The changes were saved.',
    undo: 'Undo',
    undone: 'Back to the former data.',
    leave: 'End association…',
    nobody: 'Nobody is assigned to it.',
    confirm: 'End association',
    typed: 'To confirm',
    left: (name: string) => `${name} is no longer associated with this app.`,
    ended: /ended its association on/,
    inbox: 'Inquiries',
    inquiries: 'See its inquiries',
    was: 'It was associated',
    taken: 'That email is already registered with the service',
    openMail: 'Open in mail',
    state: 'State',
  },
};

for (const language of ['es', 'en'] as const) {
  test(`a partner admin's launch day, in ${language}`, async ({ page, vitrina, signIn }) => {
    test.slow();
    const words = WORDS[language];
    const domain = `lanzamiento-${language}.example`;
    const mails = ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho'].map(
      (name) => `${name}@${domain}`,
    );
    const [first = '', second = '', third = ''] = mails;
    const foreign = `ajena@${domain}`;
    await signIn('partner');
    await speak(page, language);

    const invite = async (mail: string) => {
      await page.goto('/agencies/invite');
      await page.getByLabel(words.mail).fill(mail);
      await page.getByRole('button', { name: words.send }).click();
    };

    await test.step('ten invitations, each in the ledger at once', async () => {
      await page.goto('/agencies/invite');
      await page.getByLabel(words.mail).fill(first);
      await page.getByLabel(words.name, { exact: true }).fill('Zafiro Uno');
      await page.getByLabel(words.phone).fill('555');
      await page.getByRole('button', { name: words.send }).click();
      await expect(page.getByText(words.wrongPhone)).toBeVisible();
      await page.getByLabel(words.phone).fill('+54 351 555-0101');
      await page.getByLabel(words.region).fill('cord');
      await page.getByRole('option', { name: 'Córdoba', exact: true }).click();
      await page.getByLabel(words.city).fill('cosq');
      await page.getByRole('option', { name: 'Cosquín' }).click();
      await page.getByRole('button', { name: words.send }).click();
      await expect(page).toHaveURL(/\/agencies\/invitations\?q=/);
      await expect(page.getByText(words.sentTo(first))).toBeVisible();
      await expect(invitations(page).nth(1)).toContainText(words.sent);
      for (const mail of mails.slice(1)) {
        await invite(mail);
        await expect(invitations(page).filter({ hasText: mail })).toContainText(words.sent);
      }
    });

    await test.step('whoever is invited already is not invited twice by mistake', async () => {
      await page.goto('/agencies/invite');
      await page.getByLabel(words.mail).fill(second.toUpperCase());
      await expect(page.getByText(words.already, { exact: false })).toBeVisible();
    });

    await test.step('one agency registers, and the ledger knows by itself', async () => {
      await registers(vitrina, third);
      await expect(async () => {
        await page.goto(`/agencies/invitations?q=${encodeURIComponent(third)}`);
        await expect(invitations(page).nth(1)).toContainText(words.registered, { timeout: 500 });
      }).toPass();
    });

    await test.step('one agency is edited: only what changes is sent, and it can be undone', async () => {
      await page.goto(`/agencies/${first}`);
      await page.getByRole('link', { name: words.edit, exact: true }).click();
      await page.getByLabel(words.name, { exact: true }).fill('Zafiro Uno del Centro');
      await page.getByLabel(words.phone).fill('');
      await expect(page.getByRole('cell', { name: words.cleared })).toBeVisible();
      const asked = page.waitForRequest((request) => request.method() === 'PUT');
      await page.getByRole('button', { name: words.save }).click();
      expect((await asked).postDataJSON()).toEqual({ Nombre: 'Zafiro Uno del Centro', Telefono: null });
      await expect(page.getByRole('heading', { name: 'Zafiro Uno del Centro' })).toBeVisible();
      await expect(page.getByText(words.saved)).toBeVisible();
      await page.getByRole('button', { name: words.undo }).click();
      await expect(page.getByText(words.undone)).toBeVisible();
      await expect(page.getByRole('link', { name: '+54 351 555-0101' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Zafiro Uno', exact: true })).toBeVisible();
    });

    await test.step('one is disassociated, after its rehearsal and by its typed mail', async () => {
      // Its inbox is the one that was opened last.
      await page.goto(`/inquiries?agencia=${third}`);
      await page.goto(`/agencies/${third}`);
      await expect(page.getByRole('link', { name: words.inquiries })).toBeVisible();
      await page.getByRole('link', { name: words.leave }).click();
      await expect(page.getByText(words.nobody)).toBeVisible();
      await page.getByRole('button', { name: words.leave }).click();
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: words.confirm });
      await dialog.getByLabel(words.typed, { exact: false }).fill(first);
      await expect(confirm).toBeDisabled();
      await dialog.getByLabel(words.typed, { exact: false }).fill(third);
      await confirm.click();
      await expect(page.getByText(words.left(third))).toBeVisible();
      await expect(page.getByRole('link', { name: third })).toHaveCount(0);
      await page.getByRole('link', { name: words.inbox, exact: true }).click();
      await expect(page).not.toHaveURL(new RegExp(third));
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.goto('/inquiries');
      await expect(page).toHaveURL(/agencia=/);
      await expect(page).not.toHaveURL(new RegExp(encodeURIComponent(third)));
      await page.goto(`/agencies/${third}`);
      await expect(page.getByText(words.ended)).toBeVisible();
      await expect(page.getByRole('link', { name: words.inquiries })).toHaveCount(0);
    });

    await test.step('two are refused: what happened, and the message that helps', async () => {
      await page.goto('/agencies/invite');
      await page.getByLabel(words.mail).fill(third);
      await expect(page.getByText(words.was, { exact: false })).toBeVisible();
      await page.getByRole('button', { name: words.send }).click();
      await expect(page.getByText(words.taken)).toBeVisible();

      await anotherAppInvites(vitrina, foreign);
      await invite(foreign);
      await expect(page.getByText(words.taken)).toBeVisible();
      const mail = page.getByRole('link', { name: words.openMail });
      await expect(mail).toHaveAttribute('href', new RegExp(`^mailto:.*${encodeURIComponent(foreign)}`));
      await expect(page.getByText('Les pedimos que nos digan', { exact: false })).toBeVisible();
    });

    await test.step('nothing disappeared', async () => {
      await page.goto(`/agencies/invitations?q=${domain}`);
      await expect(invitations(page)).toHaveCount(1 + mails.length + 1);
      await page.getByLabel(words.state).selectOption(words.refused);
      await expect(page).toHaveURL(/state=refused/);
      await expect(invitations(page)).toHaveCount(1 + 2);
    });
  });
}

test.describe('the list', () => {
  test('finds without accents, tells states apart, and asks who belongs where', async ({ page, signIn }) => {
    await signIn('partner', '/agencies');
    await page.getByLabel('Nombre, correo o lugar').fill('nandubay parana');
    await expect(agencies(page)).toHaveCount(2);
    await expect(page).toHaveURL(/q=nandubay/);
    await page.goto('/agencies');
    await page.getByRole('link', { name: /^Invitadas/ }).click();
    await expect(agencies(page).filter({ hasText: INVITED_AGENCY })).toBeVisible();
    await expect(agencies(page).filter({ hasText: BUSY_AGENCY })).toHaveCount(0);
    await page.goto('/agencies');
    await page.getByLabel('Correo de un operador').fill('pablo.rios@rosariomotor.example');
    await page.getByLabel('Correo de un operador').press('Enter');
    await expect(page).toHaveURL(/operador=pablo/);
    await expect(agencies(page)).toHaveCount(2);
    await expect(agencies(page).nth(1)).toContainText('Rosario Motor');
    await page.reload();
    await expect(agencies(page)).toHaveCount(2);
  });

  test('asks for what a row shows besides only when the row is in sight', async ({ page, signIn }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const mail = /\/desk\/agencies\/([^/]+)\/summary/.exec(request.url())?.[1];
      if (mail) asked.push(mail);
    });
    await page.setViewportSize({ width: 360, height: 800 });
    await signIn('partner', '/agencies');
    const rows = agencies(page);
    const busy = rows.filter({ hasText: BUSY_AGENCY });
    await busy.scrollIntoViewIfNeeded();
    await expect(busy).toContainText(/\d+ de \d+/);
    const last = (await rows.count()) - 1;
    expect(asked.length).toBeLessThan(last);
    await rows.nth(last).scrollIntoViewIfNeeded();
    await expect.poll(() => new Set(asked).size).toBeGreaterThan(3);
    expect(asked).toHaveLength(new Set(asked).size);
  });

  test('a value in the address that cannot be read falls back and says so', async ({ page, signIn }) => {
    await signIn('support', '/agencies?operador=pablo&estado=Perdida');
    await expect(page.getByText('No se entiende «operador=pablo»', { exact: false })).toBeVisible();
    await expect(page.getByText('No se entiende «estado=Perdida»', { exact: false })).toBeVisible();
    await expect(agencies(page).filter({ hasText: BUSY_AGENCY })).toBeVisible();
  });
});

test('support reads agencies and changes none', async ({ page, signIn }) => {
  await signIn('support', `/agencies/${SMALL_AGENCY}`);
  await expect(page.getByRole('heading', { name: 'La Puna' })).toBeVisible();
  await expect(page.getByRole('meter').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Editar' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Desasociar…' })).toHaveCount(0);
  await page.goto('/agencies/invite');
  await expect(page.getByRole('heading', { name: 'Tu cuenta no llega a esta página' })).toBeVisible();
});

test("the service's refusal lands on its field, and typed work is not lost by a link", async ({
  page,
  signIn,
}) => {
  await signIn('partner', `/agencies/${INVITED_AGENCY}/edit`);
  await page.getByLabel('Provincia').fill('Salta');
  await page.getByLabel('Ciudad').fill('Rosario');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByLabel('Ciudad')).toHaveAccessibleDescription(/El servicio dice/);
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByLabel('Ciudad')).toHaveValue('Rosario');
});

test('notes of an invitation are shared, and nobody writes over another unseen', async ({ page, signIn }) => {
  const mail = 'anotada@notas.example';
  await signIn('partner', `/agencies/invite?AdminMail=${mail}`);
  await page.getByRole('button', { name: 'Enviar la invitación' }).click();
  await page.getByRole('button', { name: `Anotar algo de ${mail}` }).click();
  await page.getByLabel(`Nota de ${mail}`).fill('Llamar el lunes');

  const other = await page.context().newPage();
  await other.goto(`/agencies/invitations?q=${mail}`);
  await other.getByRole('button', { name: `Anotar algo de ${mail}` }).click();
  await other.getByLabel(`Nota de ${mail}`).fill('Ya llamé yo');
  await other.getByRole('button', { name: 'Guardar' }).click();
  await expect(other.getByText('Ya llamé yo')).toBeVisible();

  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Alguien la cambió mientras tanto: «Ya llamé yo»')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Llamar el lunes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Consultar ahora qué pasó con ${mail}` }).click();
  await expect(page.getByText('Consultado recién.')).toBeVisible();
});
