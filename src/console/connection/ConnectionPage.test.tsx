import { expect, test, vi } from 'vitest';
import { type Connection, connectionEndpoints } from '#contract/desk/connection.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const working: Connection = {
  upstream: 'https://service.example',
  state: 'working',
  latencyMs: 12,
  lastSuccessAt: 1000,
  clockAheadMs: 0,
  refusal: null,
  appKey: 'app',
  held: [],
  unreadableSecrets: { webhooks: 0, secondFactors: 0 },
  topics: [],
};

test.each([
  ['limited', 'El servicio responde que hubo demasiados pedidos'],
  ['failing', 'El servicio responde que tuvo un problema'],
] as const)('says by itself that the service is %s', async (state, words) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const gateway = new FakeGateway().reply(connectionEndpoints.viewConnection, working);
    const { screen } = await renderPage('/connection', { gateway, role: 'support' });
    await screen.findByRole('heading', { name: 'El servicio responde' });
    gateway.reply(connectionEndpoints.viewConnection, { ...working, state });
    await vi.advanceTimersByTimeAsync(15_000);
    expect((await screen.findByRole('heading', { name: words })).textContent).toBe(words);
  } finally {
    vi.useRealTimers();
  }
});

test('says that nothing is sent, and which secrets cannot be read', async () => {
  const gateway = new FakeGateway().reply(connectionEndpoints.viewConnection, {
    ...working,
    held: [{ name: 'PUBLIC_URL', stored: 'https://a.example', given: 'https://b.example' }],
    unreadableSecrets: { webhooks: 1, secondFactors: 2 },
  });
  const { screen } = await renderPage('/connection', { gateway, role: 'support' });
  const held = await screen.findByRole('heading', { name: 'No se envían correos ni notificaciones' });
  expect(held.parentElement?.textContent).toContain('PUBLIC_URL: https://a.example → https://b.example');
  const unreadable = await screen.findByRole('heading', { name: 'Hay secretos que no se pueden leer' });
  expect(unreadable.parentElement?.textContent).toMatch(/1 tema necesita.*2 personas entran/);
});
