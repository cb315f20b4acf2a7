import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BUSY_AGENCY, INVITED_AGENCY } from '#service/demo/agencies.ts';
import { registerAgency } from './actions.ts';
import { chooseOption } from './fields.ts';
import { expect, test } from './test.ts';

const agencies = (page: Page) => page.getByRole('table', { name: 'Agencias' }).getByRole('row');
const invitations = (page: Page) =>
  page.getByRole('table', { name: /Invitaciones|Invitations/ }).getByRole('row');

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
    more: 'Más acciones',
    details: 'Datos de la agencia',
    edit: 'Editar los datos',
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
    more: 'More actions',
    details: 'Agency details',
    edit: 'Edit the details',
    save: 'Save',
    cleared: 'cleared',
    saved: 'Changes saved.',
    undo: 'Undo',
    undone: 'Back to the previous details.',
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
    openMail: 'Open in email',
    state: 'Status',
  },
};

for (const language of ['es', 'en'] as const)
  test(
    `a partner invites, follows up, edits and disassociates agencies, in ${language}`,
    { tag: language === 'en' ? '@full' : [] },
    async ({ page, vitrina, signIn, clientOf }) => {
      const words = WORDS[language];
      const domain = `${randomUUID().slice(0, 8)}.lanzamiento.example`;
      const [first, second] = [`uno@${domain}`, `dos@${domain}`];
      const partner = await clientOf('partner');
      await signIn('partner');
      await page.evaluate((chosen) => localStorage.setItem('vitrina-language', chosen), language);

      await test.step('agencies are invited, and listed at once', async () => {
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
        await page.goto('/agencies/invite');
        await page.getByLabel(words.mail).fill(second);
        await page.getByRole('button', { name: words.send }).click();
        await expect(invitations(page).filter({ hasText: second })).toContainText(words.sent);
        await page.goto('/agencies/invite');
        await page.getByLabel(words.mail).fill(second.toUpperCase());
        await expect(page.getByText(words.already, { exact: false })).toBeVisible();
      });

      await test.step('a registration is known by itself', async () => {
        await registerAgency(vitrina, second);
        const stateOf = async (mail: string) =>
          (await partner.call(desk.listInvitations)).invitations.find(({ adminMail }) => adminMail === mail)
            ?.state;
        await expect.poll(() => stateOf(second)).toBe('registered');
        await page.goto(`/agencies/invitations?q=${second}`);
        await expect(invitations(page).nth(1)).toContainText(words.registered);
      });

      await test.step('an edit sends only what changes, and is undone', async () => {
        await page.goto(`/agencies/${first}`);
        await page.getByRole('button', { name: words.more }).click();
        await page.getByRole('menuitem', { name: words.edit }).click();
        await page.getByLabel(words.name, { exact: true }).fill('Zafiro Uno del Centro');
        await page.getByLabel(words.phone).fill('');
        await expect(page.getByRole('cell', { name: words.cleared })).toBeVisible();
        const update = page.waitForRequest((request) => request.method() === 'PUT');
        await page.getByRole('button', { name: words.save }).click();
        expect((await update).postDataJSON()).toEqual({ Nombre: 'Zafiro Uno del Centro', Telefono: null });
        await expect(page.getByRole('heading', { name: 'Zafiro Uno del Centro' })).toBeVisible();
        await expect(page.getByText(words.saved)).toBeVisible();
        await page.getByRole('button', { name: words.undo }).click();
        await expect(page.getByText(words.undone)).toBeVisible();
        await page.getByText(words.details, { exact: true }).click();
        await expect(page.getByRole('link', { name: '+54 351 555-0101' })).toBeVisible();
        await expect(page.getByRole('heading', { level: 1, name: 'Zafiro Uno', exact: true })).toBeVisible();
      });

      await test.step('an agency is disassociated by its typed mail', async () => {
        // Its inbox is the one that was opened last.
        await page.goto(`/inquiries?agencia=${second}`);
        await page.goto(`/agencies/${second}`);
        await expect(page.getByRole('link', { name: words.inquiries })).toBeVisible();
        await page.getByRole('button', { name: words.more }).click();
        await page.getByRole('menuitem', { name: words.leave }).click();
        await expect(page.getByText(words.nobody)).toBeVisible();
        await page.getByRole('button', { name: words.leave }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(words.typed, { exact: false }).fill(first);
        await expect(dialog.getByRole('button', { name: words.confirm })).toBeDisabled();
        await dialog.getByLabel(words.typed, { exact: false }).fill(second);
        await dialog.getByRole('button', { name: words.confirm }).click();
        await expect(page.getByText(words.left(second))).toBeVisible();
      });

      await test.step('the inbox forgets it, and its page says that it left', async () => {
        await page.getByRole('link', { name: words.inbox, exact: true }).click();
        await expect(page).not.toHaveURL(new RegExp(second));
        await expect(page.getByRole('alert')).toHaveCount(0);
        await page.goto('/inquiries');
        await expect(page).toHaveURL(/agencia=/);
        await expect(page).not.toHaveURL(new RegExp(encodeURIComponent(second)));
        await page.goto(`/agencies/${second}`);
        await expect(page.getByText(words.ended)).toBeVisible();
        await expect(page.getByRole('link', { name: words.inquiries })).toHaveCount(0);
      });

      await test.step('it cannot be invited again, and the page says what helps', async () => {
        await page.goto('/agencies/invite');
        await page.getByLabel(words.mail).fill(second);
        await expect(page.getByText(words.was, { exact: false })).toBeVisible();
        await page.getByRole('button', { name: words.send }).click();
        await expect(page.getByText(words.taken)).toBeVisible();
        await expect(page.getByRole('link', { name: words.openMail })).toHaveAttribute(
          'href',
          new RegExp(`^mailto:.*${encodeURIComponent(second)}`),
        );
        await page.goto(`/agencies/invitations?q=${domain}`);
        await expect(invitations(page)).toHaveCount(1 + 2);
        await chooseOption(page, words.state, words.refused);
        await expect(page).toHaveURL(/state=refused/);
        await expect(invitations(page)).toHaveCount(1 + 1);
      });
    },
  );

test(
  'agencies are found without accents, by what they need and by operator',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('partner', '/agencies');
    await page.getByLabel('Nombre, correo o lugar').fill('nandubay parana');
    await expect(agencies(page)).toHaveCount(2);
    await expect(page).toHaveURL(/q=nandubay/);
    await page.goto('/agencies');
    await page.getByRole('link', { name: /^Invitadas sin respuesta/ }).click();
    await expect(page).toHaveURL(/ver=sin-respuesta/);
    await expect(agencies(page).filter({ hasText: INVITED_AGENCY })).toBeVisible();
    await expect(agencies(page).filter({ hasText: BUSY_AGENCY })).toHaveCount(0);
    await page.goto('/agencies');
    const operator = page.getByRole('combobox', { name: 'Correo de un operador' });
    await operator.fill('pablo.rios@rosariomotor.example');
    await operator.press('Enter');
    await expect(page).toHaveURL(/operador=pablo/);
    await expect(agencies(page)).toHaveCount(2);
    await expect(agencies(page).nth(1)).toContainText('Rosario Motor');
  },
);
