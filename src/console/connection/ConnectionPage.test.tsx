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
