import { expect, test } from 'vitest';
import { type HandoverRow, handoverEndpoints } from '#contract/desk/handover.ts';
import { followUpEndpoints } from '#contract/desk/follow-up.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const OWN = 'ventas@ruta9.example';
const READ_AT = Date.parse('2026-03-05T12:00:00-03:00');
const ZOE = { id: 'z', name: 'Zoe Gil' };

const row = (sid: string, more: Partial<HandoverRow> = {}): HandoverRow => ({
  adminMail: OWN,
  sid,
  kind: 'waiting',
  buyer: `Comprador ${sid}`,
  contacts: ['351 555-0111'],
  vehicle: 'Fiat Cronos',
  status: 'new',
  owner: null,
  at: READ_AT - 7_200_000,
  dueAt: READ_AT - 3_600_000,
  returnsAt: null,
  note: null,
  ...more,
});

const handover = (rows: HandoverRow[], more = false) => ({ rows, more, masked: false, readAt: READ_AT });

test('the sheet counts, groups by person, and says what is late, promised and noted', async () => {
  const rows = [
    row('1'),
    row('2', {
      kind: 'promised',
      owner: ZOE,
      returnsAt: READ_AT + 3_600_000,
      note: { text: 'Llamar', at: 1, isPinned: true },
    }),
  ];
  const gateway = new FakeGateway().reply(handoverEndpoints.viewHandover, handover(rows, true));
  const { screen } = await renderPage('/handover', { gateway });
  await screen.findByRole('heading', { name: 'Sin nadie a cargo (1)' });
  screen.getByRole('heading', { name: 'Zoe Gil (1)' });
  screen.getByText(/^tarde: vencía/);
  screen.getByText(/^vuelve hoy, /);
  expect(screen.getByText(/Llamar/).textContent).toBe('Fijada: Llamar');
  screen.getByText('Hay más: se ven las primeras 500. Elegí una agencia o una persona.');
  expect(screen.getByRole('link', { name: 'Zoe Gil' }).getAttribute('href')).toContain('persona=z');
});

test('the sheet is mailed to chosen colleagues of the agency', async () => {
  const gateway = new FakeGateway()
    .reply(handoverEndpoints.viewHandover, handover([]))
    .reply(followUpEndpoints.listColleagues, { colleagues: [ZOE], more: false })
    .reply(handoverEndpoints.sendHandover, undefined);
  const { screen, user } = await renderPage(`/handover?agencia=${OWN}`, { gateway });
  await screen.findByText('No queda nada abierto.');
  await user.click(screen.getByRole('button', { name: 'Mandar por correo…' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Zoe Gil' }));
  await user.click(screen.getByRole('button', { name: 'Mandar' }));
  await screen.findByText('Sale en un momento.');
  expect(gateway.calls.find(({ name }) => name.endsWith('/mail'))?.body).toEqual({ to: ['z'] });
});

test('support sees masked contacts without a choice, and mails nothing', async () => {
  const gateway = new FakeGateway().reply(handoverEndpoints.viewHandover, {
    ...handover([]),
    masked: true,
  });
  const { screen } = await renderPage('/handover', { gateway, role: 'support' });
  await screen.findByText('Los datos de contacto están ocultos.');
  expect(screen.queryByRole('switch', { name: 'Ocultar datos de contacto' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mandar por correo…' })).toBeNull();
});
