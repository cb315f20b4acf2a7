import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { type CallbackReceiver, openCallbackReceiver } from '#testing/callback-receiver.ts';
import { uniqueName } from './actions.ts';
import { expectAccessible } from './axe.ts';
import type { GatewayClient } from './gateway-client.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// Each test adds a target of its own, and deletes it. A refused message is sent again after some seconds.
test.describe.configure({ timeout: 120_000 });

const TOPICS = ['consulta-recibida'];
const SECRET = 'una-clave-de-copias-larga';

const attempts = (page: Page) => page.getByRole('table', { name: 'Envíos' }).getByRole('row');

/** Waits until a message about somebody came. */
const expectMessageOf = (receiver: CallbackReceiver, name: string) =>
  expect.poll(() => receiver.requests.filter(({ body }) => body.includes(name)).length).toBeGreaterThan(0);

async function addTarget(partner: GatewayClient, url: string): Promise<string> {
  const id = randomUUID();
  await partner.call(desk.addRelayTarget, {
    body: { id, url, topics: TOPICS, active: true, secret: SECRET },
  });
  return id;
}

test(
  'a partner adds a target, which receives the next inquiry, and again one that it refused',
  { tag: '@full' },
  async ({ page, agency, signIn, clientOf }) => {
    await using receiver = await openCallbackReceiver();
    const [taken, refused] = [uniqueName('Copiada'), uniqueName('Rechazada')];
    const { topics } = await (await clientOf('partner')).call(desk.listWebhooksDesk);
    await signIn('partner', '/deliveries');

    await test.step('wrong addresses are refused at the field', async () => {
      await page.getByRole('link', { name: 'Copias a otros sistemas' }).click();
      await page.getByRole('link', { name: 'Nueva copia' }).click();
      const address = page.getByLabel('Dirección');
      const save = page.getByRole('button', { name: 'Guardar' });
      await address.fill('crm.ejemplo.com');
      await save.click();
      await expect(page.getByText('Escribí una dirección completa', { exact: false })).toBeVisible();
      await address.fill(topics[0]?.receiver ?? '');
      await save.click();
      await expect(
        page.getByText('Vitrina no puede enviar a esta dirección.', { exact: false }),
      ).toBeVisible();
      await expectAccessible(page);
      await address.fill(receiver.url);
      await save.click();
      await expect(page.getByRole('heading', { name: new URL(receiver.url).host })).toBeVisible();
    });

    await test.step('an inquiry is relayed', async () => {
      await expect(page.getByText('Todavía no se envió nada.')).toBeVisible();
      await agency.receive(taken);
      await expectMessageOf(receiver, taken);
      await page.reload();
      await expect(attempts(page).filter({ hasText: taken })).toContainText('Entregado');
      await expect(page.getByText('Recibe', { exact: true })).toBeVisible();
    });

    await test.step('an inquiry that the receiver refuses waits, with its attempts', async () => {
      const takesAll = receiver.respond;
      receiver.respond = (response) => response.writeHead(503).end();
      await agency.receive(refused);
      await expectMessageOf(receiver, refused);
      await expect(async () => {
        await page.reload();
        await expect(attempts(page).filter({ hasText: refused }).first()).toContainText(
          'respondió con un error (503)',
          {
            timeout: 1000,
          },
        );
      }).toPass();
      await expect(page.getByText('Falla', { exact: true })).toBeVisible();
      await expectAccessible(page);
      receiver.respond = takesAll;
    });

    await test.step('the retry is taken', async () => {
      await expect(async () => {
        await page.reload();
        await expect(
          attempts(page).filter({ hasText: refused }).filter({ hasText: 'Entregado' }),
        ).toHaveCount(1, { timeout: 1000 });
      }).toPass({ timeout: 20_000 });
      await expect(
        attempts(page).filter({ hasText: refused }).filter({ hasText: 'Se reintenta' }),
      ).toHaveCount(1);
      await expect(page.getByText('Nada espera')).toBeVisible();
    });

    await test.step('a test message is taken, and the target is deleted', async () => {
      await page.getByRole('button', { name: 'Enviar un aviso de prueba' }).click();
      await expect(page.getByText('Lo aceptó', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Quitar' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
      await expect(page).toHaveURL('/deliveries/copies');
      await expect(page.getByRole('link', { name: new URL(receiver.url).host })).toHaveCount(0);
    });
  },
);

test(
  'support sees a target, and can switch it off, but neither add, edit nor delete one',
  { tag: '@full' },
  async ({ page, signIn, clientOf }) => {
    await using receiver = await openCallbackReceiver();
    const partner = await clientOf('partner');
    const id = await addTarget(partner, receiver.url);
    await signIn('support', '/deliveries/copies');
    await page.getByRole('link', { name: new URL(receiver.url).host }).click();
    await expect(page.getByText(receiver.url, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enviar un aviso de prueba' })).toBeVisible();
    await expect(page.getByLabel('Dirección')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Quitar' })).toHaveCount(0);
    await page.getByRole('switch', { name: 'Enviar copias' }).click();
    await expect(page.getByText('Apagada', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Copias a otros sistemas' }).first().click();
    await expect(page.getByRole('link', { name: new URL(receiver.url).host })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Nueva copia' })).toHaveCount(0);
    await partner.call(desk.deleteRelayTarget, { params: { id } });
  },
);

test(
  'the second of two people who edit a target sees both versions, and chooses one',
  { tag: '@full' },
  async ({ page, signIn, clientOf }) => {
    await using receiver = await openCallbackReceiver();
    const partner = await clientOf('partner');
    const id = await addTarget(partner, receiver.url);
    await signIn('partner', `/deliveries/copies/${id}`);
    const address = page.getByLabel('Dirección');
    await address.fill(`${receiver.url}/mine`);
    const { targets } = await partner.call(desk.listRelayTargets);
    const version = targets.find((target) => target.id === id)?.version ?? 0;
    const theirs = `${receiver.url}/theirs`;
    await partner.call(desk.editRelayTarget, {
      params: { id },
      body: { url: theirs, topics: TOPICS, active: true, version },
    });
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Alguien guardó otra cosa mientras tanto' });
    await expect(conflict).toContainText(theirs);
    await expect(conflict).toContainText(`${receiver.url}/mine`);
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Guardar lo mío' }).click();
    await expect(page.getByText('Se guardó. Lo que esperaba se envía ahora.')).toBeVisible();
    await expect(page.getByText(`${receiver.url}/mine`, { exact: true })).toBeVisible();
    await partner.call(desk.deleteRelayTarget, { params: { id } });
  },
);
