import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const delivery = {
  id: '01JCXXXXXXXXXXXXXXXXXXXXXX',
  at: Date.parse('2026-03-05T14:30:00Z'),
  topic: 'consulta-recibida',
  agency: 'ventas@ruta9.example',
  sid: '01JDYYYYYYYYYYYYYYYYYYYYYY',
  person: 'Ana Paz',
  outcome: 'received' as const,
  reason: null,
  hookId: 'hook',
  size: 2,
  receivedCount: 1,
  by: null,
  callback: null,
  status: null,
  pairedId: '01JCZZZZZZZZZZZZZZZZZZZZZZ',
  bodySigned: true,
};

async function openDeliveries(address: string) {
  const gateway = new FakeGateway()
    .reply(v3.listWebhooks, { _entries: [], _links: {} })
    .reply(desk.listDeliveries, {
      deliveries: [delivery],
      more: false,
      summary: {
        arrived: 212,
        refused: 7,
        refusalReason: 'signature',
        retries: 0,
        missed: 9,
        unit: 'hour',
        spans: [{ at: delivery.at, arrived: 212, refused: 7 }],
      },
    });
  const { screen } = await renderPage(`/deliveries${address}`, { gateway, role: 'support' });
  return screen;
}

test('the page begins with what arrived and why the rest did not', async () => {
  const screen = await openDeliveries('');
  const sentence =
    '212 de 219 llegaron en 24 h; 7 rechazadas: la firma no coincide; 9 consultas llegaron sin aviso';
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy();
});

test('the sentence of chosen days does not speak of the last 24 hours', async () => {
  const screen = await openDeliveries('?from=2026-03-01');
  expect(await screen.findByRole('heading', { name: /^212 de 219 llegaron; 7 rechazadas/ })).toBeTruthy();
});

test('the name of the buyer leads to the inquiry, and the time to the delivery', async () => {
  const screen = await openDeliveries('');
  const name = await screen.findByRole('link', { name: 'Ana Paz' });
  expect(name.getAttribute('href')).toBe('/inquiries/ventas@ruta9.example/01JDYYYYYYYYYYYYYYYYYYYYYY');
  const row = name.closest('tr');
  expect(row?.querySelector(`a[href="/deliveries/${delivery.id}"]`)).toBeTruthy();
  expect(screen.getByText('Llegó por un reenvío')).toBeTruthy();
});
