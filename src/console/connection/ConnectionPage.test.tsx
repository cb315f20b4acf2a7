import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Connection, connectionEndpoints } from '#contract/desk/connection.ts';
import { type Finding, findingEndpoints } from '#contract/desk/findings.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const working: Connection = {
  version: '1.2.3',
  upstream: 'https://service.example',
  state: 'working',
  latencyMs: 12,
  lastSuccessAt: 1000,
  clockAheadMs: 0,
  refusal: null,
  appKey: 'app',
  held: [],
  unreadableSecrets: { webhooks: 0, secondFactors: 0 },
  demo: null,
  refusedMails: 0,
  topics: [],
  pageLatencies: [],
  drift: [],
};

test.each([
  ['limited', 'El servicio responde que hubo demasiados pedidos'],
  ['failing', 'El servicio responde que tuvo un problema'],
] as const)('the page shows without a reload that the service is %s', async (state, words) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const gateway = new FakeGateway()
      .reply(connectionEndpoints.viewConnection, working)
      .reply(findingEndpoints.listFindings, { findings: [] });
    const { screen } = await renderPage('/connection', { gateway, role: 'support' });
    await screen.findByRole('heading', { name: 'El servicio responde' });
    gateway.reply(connectionEndpoints.viewConnection, { ...working, state });
    await vi.advanceTimersByTimeAsync(15_000);
    expect((await screen.findByRole('heading', { name: words })).textContent).toBe(words);
  } finally {
    vi.useRealTimers();
  }
});

test('the page says that mails are not sent, and which secrets cannot be read', async () => {
  const gateway = new FakeGateway()
    .reply(connectionEndpoints.viewConnection, {
      ...working,
      held: [{ name: 'PUBLIC_URL', stored: 'https://a.example', current: 'https://b.example' }],
      unreadableSecrets: { webhooks: 1, secondFactors: 2 },
    })
    .reply(findingEndpoints.listFindings, { findings: [] });
  const { screen } = await renderPage('/connection', { gateway, role: 'support' });
  const held = await screen.findByRole('heading', { name: 'No se envían correos ni notificaciones' });
  expect(held.parentElement?.textContent).toContain('PUBLIC_URL: https://a.example → https://b.example');
  const unreadable = await screen.findByRole('heading', { name: 'Hay secretos que no se pueden leer' });
  expect(unreadable.parentElement?.textContent).toMatch(/1 aviso necesita.*2 personas entran/);
});

const finding: Finding = {
  kind: 'inquiries',
  adminMail: 'ventas@ruta9.example',
  name: 'Ruta 9',
  missing: 30,
  total: 40,
  foundAt: 1000,
  decision: null,
  decidedBy: null,
  decidedAt: null,
};

function openFinding(given: Partial<Finding> = {}) {
  return new FakeGateway()
    .reply(connectionEndpoints.viewConnection, working)
    .reply(findingEndpoints.listFindings, { findings: [{ ...finding, ...given }] });
}

test('inquiries that vanished at the service are accepted after a confirmation, in the number that was shown', async () => {
  const gateway = openFinding().reply(findingEndpoints.decideFinding, { findings: [] });
  const { screen, user } = await renderPage('/connection', { gateway, role: 'support' });
  const region = await screen.findByRole('region', { name: /30 de 40 consultas de Ruta 9/ });
  await user.click(await screen.findByRole('button', { name: 'Aceptar que falten' }));
  const dialog = await screen.findByRole('dialog');
  const sent = () => gateway.calls.filter(({ name }) => name.startsWith('POST'));
  expect(sent()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Aceptar que falten' }));
  await waitFor(() => expect(region.isConnected).toBe(false));
  expect(sent()).toMatchObject([
    { body: { kind: 'inquiries', adminMail: 'ventas@ruta9.example', missing: 30, decision: 'accept' } },
  ]);
});

test('the person who chose to wait is named, and the loss can still be accepted', async () => {
  const waiting = { ...finding, decision: 'wait' as const, decidedBy: 'Eva', decidedAt: 2000 };
  const gateway = openFinding().reply(findingEndpoints.decideFinding, { findings: [waiting] });
  const { screen, user } = await renderPage('/connection', { gateway, role: 'support' });
  await user.click(await screen.findByRole('button', { name: 'Seguir esperando' }));
  await screen.findByText(/Eva decidió esperar/);
  expect(screen.queryByRole('button', { name: 'Seguir esperando' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Aceptar que falten' })).toBeTruthy();
});

test.each([
  [{ kind: 'agencies', adminMail: null, name: null }, /ya no lista 30 de 40 agencias/, 'Aceptar que falten'],
  [{ kind: 'clock', adminMail: null, name: null }, /Nada confirma la hora/, 'La hora es correcta'],
] as const)('the page says what the index found: %j', async (given, name, button) => {
  const { screen } = await renderPage('/connection', { gateway: openFinding(given), role: 'support' });
  await screen.findByRole('region', { name });
  expect(screen.getByRole('button', { name: button })).toBeTruthy();
});

test('the page says how fast pages answer, the slowest first, and leaves out those with few visits', async () => {
  const pageLatencies = [
    { page: 'overview', navigations: 1, p75Ms: 300 },
    ...(['inbox', 'agencies', 'people', 'audit', 'webhooks', 'jobs'] as const).map((page) => ({
      page,
      navigations: 1200,
      p75Ms: 100,
    })),
    { page: 'help', navigations: 9, p75Ms: null },
  ] satisfies Connection['pageLatencies'];
  const gateway = new FakeGateway()
    .reply(connectionEndpoints.viewConnection, { ...working, pageLatencies })
    .reply(findingEndpoints.listFindings, { findings: [] });
  const { screen } = await renderPage('/connection', { gateway, role: 'support' });
  const region = await screen.findByRole('region', { name: 'Respuesta de las pantallas' });
  const rows = [...region.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(rows.slice(0, 2)).toEqual([
    'Resumenhasta 300 ms · 1 visita',
    'Consultashasta 100 ms · 1.200 visitas',
  ]);
  expect(rows).toHaveLength(7);
  expect(within(region).getByText('1 pantalla más').tagName).toBe('SUMMARY');
});

test('the page says who measures where nothing was measured yet', async () => {
  const { screen } = await renderPage('/connection', {
    gateway: new FakeGateway()
      .reply(connectionEndpoints.viewConnection, working)
      .reply(findingEndpoints.listFindings, { findings: [] }),
    role: 'support',
  });
  const region = await screen.findByRole('region', { name: 'Respuesta de las pantallas' });
  expect(region.textContent).toContain('Ninguna pantalla tiene 10 visitas medidas');
});

test('the page says how the service differs from its interface, and copies it as text', async () => {
  const drift = [
    {
      source: 'GET /v3/agencias',
      kind: 'retyped',
      path: '_entries[].Estado',
      expected: 'text',
      example: 'number',
      firstAt: 1000,
      lastAt: 2000,
      replies: 3,
      compared: 40,
    },
  ] satisfies Connection['drift'];
  const gateway = new FakeGateway()
    .reply(connectionEndpoints.viewConnection, { ...working, drift })
    .reply(findingEndpoints.listFindings, { findings: [] });
  const { screen, user } = await renderPage('/connection', { gateway, role: 'support' });
  const region = await screen.findByRole('region', { name: 'Diferencias con la interfaz' });
  expect(region.textContent).toContain('_entries[].Estado');
  expect(region.textContent).toContain('3 de 40');
  await user.click(within(region).getByRole('button', { name: 'Copiar' }));
  expect(await navigator.clipboard.readText()).toBe(
    'GET /v3/agencias: retyped _entries[].Estado, expected text, got number, 3 of 40 replies, ' +
      '1970-01-01T00:00:01.000Z to 1970-01-01T00:00:02.000Z',
  );
});
