import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { gatewayTopic } from '#testing/gateway-topics.ts';
import { renderPage } from '#testing/render-console.tsx';

const TOPIC = 'consulta-recibida';
const settings = {
  Callback: 'https://crm.example.com/avisos',
  Secret: null,
  Description: null,
  Activo: true,
  HeaderCustom01: null,
  HeaderCustom02: null,
  HeaderCustom03: null,
  _links: {},
};

async function renderWebhook(gateway: FakeGateway) {
  gateway
    .reply(v3.listWebhooks, { _links: {}, _entries: [] })
    .reply(desk.listWebhooksDesk, { topics: [] })
    .reply(desk.viewWebhookHistory, { changes: [], noticed: [] });
  const page = await renderPage(`/webhooks/${TOPIC}/edit`, { gateway, role: 'support' });
  const callback = await page.screen.findByLabelText<HTMLInputElement>(/Callback/);
  const save = page.screen.getByRole('button', { name: 'Guardar' });
  return { ...page, callback, save };
}

test("refused settings show the service's words at the field, and the rest above the form", async () => {
  const gateway = new FakeGateway().reply(v3.viewWebhook, settings).refuse(v3.editWebhook, 400, {
    Errors: { Callback: ['debe ser una URL absoluta'], Colour: ['no es un miembro conocido'] },
  });
  const { screen, user, enter, callback, save } = await renderWebhook(gateway);
  await enter(screen.getByLabelText(/Descripción/), 'Rechazada una vez');
  await user.click(save);
  await screen.findByText(/El servicio dice: «debe ser una URL absoluta/);
  expect(callback.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toContain('no es un miembro conocido');
  await user.type(callback, '2');
  expect(callback.getAttribute('aria-invalid')).toBe('false');
  gateway.reply(v3.editWebhook, settings);
  await user.click(save);
  await screen.findByText('Se guardó la configuración de «Consultas nuevas».');
});

test('a topic that this app may not use says so, and a doubtful callback is warned of', async () => {
  const gateway = new FakeGateway()
    .refuse(v3.viewWebhook, 404, {})
    .refuse(v3.createWebhook, 403, { Errors: {} });
  const { screen, user, enter, callback, save } = await renderWebhook(gateway);
  await enter(callback, 'https://crm.example.com/avisos');
  await user.click(save);
  await screen.findByText(/Este aviso no está disponible para esta aplicación/);
  await user.clear(callback);
  await enter(callback, 'https://ana:clave@crm.example.com/avisos');
  await screen.findByText(/Lleva una contraseña en la dirección/);
  await user.clear(callback);
  await enter(callback, 'no es una dirección');
  await user.click(save);
  await expect.poll(() => callback.getAttribute('aria-invalid')).toBe('true');
  screen.getByText(/dirección completa/);
});

test('headers are shown once added, keep their slot, and show errors at their field', async () => {
  const stored = { ...settings, HeaderCustom02: { Name: 'X-B', Value: '2' } };
  const gateway = new FakeGateway()
    .reply(v3.viewWebhook, stored)
    .refuse(v3.editWebhook, 400, { Errors: { 'HeaderCustom01.Name': ['ya no se acepta'] } });
  const { screen, user, save } = await renderWebhook(gateway);
  expect(screen.getAllByRole('group', { name: /Encabezado/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Agregar un encabezado' }));
  const header = within(screen.getByRole('group', { name: 'Encabezado 1' }));
  await user.type(header.getByLabelText('Nombre'), 'X-A');
  await user.click(save);
  await header.findByText(/Escribí hasta 256 letras/);
  await user.type(header.getByLabelText('Valor'), '1');
  await user.click(save);
  await header.findByText(/El servicio dice: «ya no se acepta»/);
  await user.click(screen.getByRole('button', { name: 'Quitar Encabezado 1' }));
  gateway.reply(v3.editWebhook, stored);
  await user.click(save);
  await screen.findByText('Se guardó la configuración de «Consultas nuevas».');
  expect(gateway.writes.map(({ body }) => body)).toMatchObject([
    { HeaderCustom01: { Name: 'X-A', Value: '1' }, HeaderCustom02: { Name: 'X-B', Value: '2' } },
    { HeaderCustom01: null, HeaderCustom02: { Name: 'X-B', Value: '2' } },
  ]);
});

async function renderPrepared(change: string, known: Partial<WebhookDesk>) {
  const gateway = new FakeGateway()
    .reply(v3.listWebhooks, { _links: {}, _entries: [] })
    .reply(v3.viewWebhook, { ...settings, Activo: false })
    .reply(v3.editWebhook, settings)
    .reply(desk.listWebhooksDesk, { topics: [gatewayTopic(known)] })
    .reply(desk.viewWebhookHistory, { changes: [], noticed: [] });
  const path = `/webhooks/${TOPIC}/edit?change=${change}`;
  const { screen, user } = await renderPage(path, { gateway, role: 'support' });
  await screen.findByText(/falta guardar/);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText('Se guardó la configuración de «Consultas nuevas».');
  return gateway.writes[0]?.body as Record<string, unknown>;
}

test('an address fills the receiver of this console, and keeps a known secret', async () => {
  const body = await renderPrepared('receiver', { secret: 'kept' });
  expect(body).toMatchObject({ Callback: gatewayTopic().receiver, Activo: false });
  expect(body).not.toHaveProperty('Secret');
});

test('an address fills the receiver with a new secret where none is known', async () => {
  const body = await renderPrepared('receiver', { secret: 'unknown' });
  expect(body).toMatchObject({ Callback: gatewayTopic().receiver });
  expect(body.Secret).toMatch(/.{16}/);
});

test('an address switches the topic on, or replaces its secret', async () => {
  const active = await renderPrepared('active', {});
  expect(active).toMatchObject({ Callback: settings.Callback, Activo: true });
  expect(active).not.toHaveProperty('Secret');
  const secret = await renderPrepared('secret', {});
  expect(secret).toMatchObject({ Callback: settings.Callback, Activo: false });
  expect(secret.Secret).toMatch(/.{16}/);
});

test('an unknown change of the address fills nothing', async () => {
  const gateway = new FakeGateway().reply(v3.viewWebhook, settings);
  gateway
    .reply(v3.listWebhooks, { _links: {}, _entries: [] })
    .reply(desk.listWebhooksDesk, { topics: [gatewayTopic()] });
  const { screen } = await renderPage(`/webhooks/${TOPIC}/edit?change=other`, { gateway, role: 'support' });
  expect((await screen.findByLabelText<HTMLInputElement>(/Callback/)).value).toBe(settings.Callback);
  expect(screen.queryByText(/falta guardar/)).toBeNull();
});
