import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const TOPIC = 'consulta-recibida';
const RECEIVER = 'https://vitrina.example/hooks/1';
const HEARD = Date.parse('2026-03-05T14:30:00Z');

async function openTopics(
  known: Partial<WebhookDesk>,
  { callback = RECEIVER, active = true, search = '' } = {},
) {
  const gateway = new FakeGateway()
    .reply(v3.listWebhooks, {
      _entries: [{ Topic: TOPIC, Description: null, Configurado: true, Activo: active, _links: {} }],
      _links: {},
    })
    .reply(v3.viewWebhook, {
      Callback: callback,
      Secret: null,
      Description: null,
      Activo: active,
      HeaderCustom01: null,
      HeaderCustom02: null,
      HeaderCustom03: null,
      _links: {},
    })
    .reply(desk.listWebhooksDesk, {
      topics: [
        {
          topic: TOPIC,
          secret: 'kept',
          receiver: RECEIVER,
          isPrivate: false,
          lastHeardAt: HEARD,
          unseenAt: null,
          lastActive: true,
          ...known,
        },
      ],
    });
  const { screen } = await renderPage(`/webhooks${search}`, { gateway, role: 'support' });
  return screen;
}

test.each([
  ['a resend that did not arrive', { unseenAt: HEARD + 1000 }, /Sin señales desde el 5.*11:30/],
  ['nothing that ever arrived', { lastHeardAt: null, unseenAt: HEARD }, /Sin señales: nunca llegó nada acá/],
  [
    'nothing that ever arrived, in a private network',
    { lastHeardAt: null, isPrivate: true },
    /CALLBACK_ALLOWED_RANGES/,
  ],
  ['messages that arrive in a private network', { isPrivate: true }, /Último:/],
  ['nothing amiss', {}, /Último:/],
])('a topic that points here says what arrived, with %s', async (_, known, text) => {
  const screen = await openTopics(known);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a topic that points elsewhere says since when nothing is received here', async () => {
  const screen = await openTopics({}, { callback: 'https://crm.example/avisos' });
  expect(await screen.findByText(/no se ve si llega: sin señales desde el 5.*11:30/)).toBeTruthy();
});

test.each([
  [true, 1],
  [false, 0],
  [null, 0],
])('a topic that the service suspended says so: last switched on from here %s', async (lastActive, count) => {
  const screen = await openTopics({ lastActive }, { active: false });
  await screen.findByText('Suspendidos');
  await screen.findByText('a esta consola');
  expect(screen.queryAllByText('No se suspendió desde acá')).toHaveLength(count);
});

test.each([
  [false, TOPIC],
  [true, 'Ningún tema está así.'],
])('the address filters the page by suspended topics: switched on %s', async (active, text) => {
  const screen = await openTopics({}, { active, search: '?state=suspended' });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Configurados' })).toBeNull();
  expect(screen.getByRole('link', { name: `Suspendidos ${active ? 0 : 1}`, current: 'page' })).toBeTruthy();
});

test('an unknown state in the address is reported', async () => {
  const screen = await openTopics({}, { search: '?state=x' });
  expect(await screen.findByText(/state=x/)).toBeTruthy();
  expect(screen.getByRole('link', { name: TOPIC })).toBeTruthy();
});
