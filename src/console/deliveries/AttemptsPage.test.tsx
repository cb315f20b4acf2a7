import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AttemptList } from '#contract/desk/attempts.ts';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const at = Date.parse('2026-03-05T14:30:00Z');

const attempt: AttemptList['attempts'][number] = {
  id: '01JCXXXXXXXXXXXXXXXXXXXXXX',
  at,
  durationMs: 35,
  topic: 'consulta-recibida',
  deliveryId: 'hook',
  agency: 'ventas@ruta9.example',
  sid: '01JDYYYYYYYYYYYYYYYYYYYYYY',
  callback: 'https://crm.example/hook?key=…',
  outcome: 'retried',
  status: 500,
  error: null,
  person: 'Ana Paz',
  refusal: null,
  isAnswerLost: false,
  isCanary: false,
};

async function openAttempts(list: Partial<AttemptList>, address = '') {
  const gateway = new FakeGateway()
    .reply(v3.listWebhooks, { _entries: [], _links: {} })
    .reply(desk.listAttempts, { isOffered: true, attempts: [], more: false, summary: null, ...list });
  const { screen } = await renderPage(`/deliveries/attempts${address}`, { gateway, role: 'support' });
  return screen;
}

const spans = [
  { at, delivered: 200, retried: 7, givenUp: 0 },
  { at: at + 3_600_000, delivered: 12, retried: 0, givenUp: 1 },
];

test('the page begins with what was delivered, what is retried and what was given up', async () => {
  const screen = await openAttempts({ attempts: [attempt], summary: { unit: 'hour', spans } });
  const name = '212 entregados; 7 fallidos, con reintento; 1 abandonado en 24 h';
  expect(await screen.findByRole('heading', { name })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Intentos del servicio' }).getAttribute('aria-current')).toBe(
    'page',
  );
  expect(screen.getByRole('link', { name: 'Recibidas' }).getAttribute('href')).toBe('/deliveries');
});

test('the sentence of chosen days does not speak of the last 24 hours', async () => {
  const screen = await openAttempts({ summary: { unit: 'day', spans: [] } }, '?from=2026-03-01');
  expect(await screen.findByRole('heading', { name: 'Ningún intento' })).toBeTruthy();
});

test('a row leads to its inquiry and names the host that was called', async () => {
  const screen = await openAttempts({ attempts: [attempt] });
  const name = await screen.findByRole('link', { name: 'Ana Paz' });
  expect(name.getAttribute('href')).toBe('/inquiries/ventas@ruta9.example/01JDYYYYYYYYYYYYYYYYYYYYYY');
  expect(name.closest('tr')?.textContent).toContain('crm.example');
  expect(name.closest('tr')?.textContent).not.toContain('/hook');
});

test('results are said in words, and an unknown failure by its code', async () => {
  const failures = [
    { error: 'timeout', text: 'La dirección de destino no respondió a tiempo · 35 ms' },
    { error: 'CERT_HAS_EXPIRED', text: /^El certificado de la dirección .* no servía \(venció\)/ },
    { error: 'EODD', text: /^No había conexión con la dirección de destino \(EODD\)/ },
  ];
  const attempts = failures.map(({ error }, index) => ({ ...attempt, id: `${index}`, status: null, error }));
  const taken: typeof attempt = { ...attempt, id: 'taken', outcome: 'delivered', status: 204 };
  const refused: typeof attempt = { ...attempt, id: 'refused', status: 401, refusal: 'signature' };
  const lost = { ...attempt, id: 'lost', status: null, error: 'UND_ERR_SOCKET', isAnswerLost: true };
  const screen = await openAttempts({ attempts: [attempt, taken, refused, lost, ...attempts] });
  expect(await screen.findByText('Llegó, y se perdió la respuesta · 35 ms')).toBeTruthy();
  expect(await screen.findByText('Respondió 204 en 35 ms')).toBeTruthy();
  expect(screen.getByText('La dirección de destino respondió con un error (500) · 35 ms')).toBeTruthy();
  expect(screen.getByText('La firma no coincidía (401) · 35 ms')).toBeTruthy();
  expect(screen.getAllByText('Se reintenta')).toHaveLength(6);
  for (const { text } of failures) expect(screen.getByText(text)).toBeTruthy();
});

test('a service without the log is said to be one, without filters', async () => {
  const screen = await openAttempts({ isOffered: false });
  expect(await screen.findByText(/no informa sus intentos de entrega/)).toBeTruthy();
  expect(screen.queryByRole('search', { name: 'Filtros de los intentos' })).toBeNull();
});

test('clearing the filters keeps the focus at the filters, as its button is hidden then', async () => {
  const screen = await openAttempts({}, '?outcome=retried');
  await userEvent.click(await screen.findByRole('button', { name: 'Limpiar' }));
  expect(document.activeElement?.localName).toBe('search');
});
