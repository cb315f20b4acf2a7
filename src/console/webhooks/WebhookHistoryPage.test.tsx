import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { WebhookChange } from '#contract/desk/webhooks.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const TOPIC = 'consulta-recibida';
const RECEIVER = 'https://vitrina.example/hooks/1';

function change(id: string, callback: string, keepsSecret = true): WebhookChange {
  const settings = { callback, description: null, active: true, headers: [null, null, null] };
  return {
    id,
    at: Date.parse('2026-03-05T14:30:00Z'),
    by: 'Simón Aguirre',
    action: 'edited',
    settings: { ...settings, secret: 'kept' },
    keepsSecret,
  };
}

async function openHistory(changes: WebhookChange[], callback = 'https://a.example/x') {
  const none = { HeaderCustom01: null, HeaderCustom02: null, HeaderCustom03: null };
  const gateway = new FakeGateway()
    .reply(desk.viewWebhookHistory, { changes })
    .reply(desk.listWebhooksDesk, {
      topics: [
        {
          topic: TOPIC,
          secret: 'kept',
          receiver: RECEIVER,
          isPrivate: false,
          lastHeardAt: null,
          unseenAt: null,
          lastActive: true,
        },
      ],
    })
    .reply(v3.viewWebhook, {
      Callback: callback,
      Secret: null,
      Description: null,
      Activo: true,
      ...none,
      _links: {},
    });
  const { screen } = await renderPage(`/webhooks/${TOPIC}/history`, { gateway });
  const items = await screen.findAllByRole('listitem');
  const restore = { name: 'Restaurar esta configuración' };
  await screen.findAllByRole('button', restore);
  return items
    .filter(({ parentElement }) => parentElement?.getAttribute('aria-label') === 'Cambios')
    .map((item) => (within(item).queryByRole('button', restore) ? 'restore' : 'present'));
}

test('settings that are the current ones are not offered for restoring, also in an older change', async () => {
  const changes = [
    change('3', 'https://a.example/x'),
    change('2', 'https://b.example/x'),
    change('1', 'https://a.example/x'),
  ];
  expect(await openHistory(changes)).toEqual(['present', 'restore', 'present']);
});

test('the same settings with another secret can be restored', async () => {
  const changes = [change('2', 'https://a.example/x'), change('1', 'https://a.example/x', false)];
  expect(await openHistory(changes)).toEqual(['present', 'restore']);
});

test('the last change can be restored where the service has other settings now', async () => {
  expect(await openHistory([change('1', 'https://b.example/x')])).toEqual(['restore']);
});
