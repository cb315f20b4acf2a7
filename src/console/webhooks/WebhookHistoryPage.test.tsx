import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { NoticedChange, WebhookChange } from '#contract/desk/webhooks.ts';
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

async function openHistoryPage(
  changes: WebhookChange[],
  { callback = 'https://a.example/x', noticed = [] }: { callback?: string; noticed?: NoticedChange[] } = {},
) {
  const none = { HeaderCustom01: null, HeaderCustom02: null, HeaderCustom03: null };
  const gateway = new FakeGateway()
    .reply(desk.viewWebhookHistory, { changes, noticed })
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
  await screen.findByRole('list', { name: 'Cambios' });
  return screen;
}

async function openHistory(changes: WebhookChange[]) {
  const screen = await openHistoryPage(changes);
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

test('the current settings are marked once, at their newest change', async () => {
  const changes = ['3', '2', '1'].map((id) => change(id, `https://${id === '2' ? 'b' : 'a'}.example/x`));
  const screen = await openHistoryPage(changes);
  const mark = await screen.findByText('Es la configuración actual');
  expect(screen.getAllByRole('listitem').indexOf(mark.closest('li') as HTMLElement)).toBe(0);
});

test('changes that were not made here are in the history, in their order', async () => {
  const noticed = (minutes: number, state: NoticedChange['state']) => ({
    id: `n${minutes}`,
    at: change('1', '').at + minutes * 60_000,
    state,
  });
  const screen = await openHistoryPage([change('1', 'https://a.example/x')], {
    noticed: [noticed(2, 'here'), noticed(1, 'off')],
  });
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual([
    expect.stringMatching(/^Cambiado fuera de esta consola .*Desde entonces llega a esta consola/),
    expect.stringMatching(/^Cambiado fuera de esta consola .*Desde entonces está suspendido/),
    expect.stringMatching(/^Cambiado por Simón Aguirre/),
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('settings that the service has from elsewhere are compared with the last ones of the console', async () => {
  const screen = await openHistoryPage([change('1', 'https://a.example/x')], {
    callback: 'https://b.example/x',
  });
  expect((await screen.findByText(/no es la última de acá/)).textContent).toContain(
    'Callback: https://a.example/x → https://b.example/x',
  );
});
