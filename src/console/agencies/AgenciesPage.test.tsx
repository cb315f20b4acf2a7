import { expect, test } from 'vitest';
import type { AgencyHealth } from '#contract/desk/agencies.ts';
import { desk } from '#contract/desk/desk.ts';
import { DAY_MS } from '#contract/durations.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const agency = (AdminMail: string, more: object = {}) => ({
  AdminMail,
  Nombre: AdminMail.split('@')[0],
  Estado: 'Registrada',
  _links: {},
  ...more,
});

const health = (adminMail: string, more: Partial<AgencyHealth> = {}): AgencyHealth => ({
  adminMail,
  lastAt: Date.now() - DAY_MS,
  last24Hours: 0,
  perDay: 1,
  isSilent: false,
  package: null,
  ...more,
});

const usage = (used: number) => ({ used, contracted: 20, day: '2026-11-20', forecast: null });

async function open(address = '/agencies', isHealthHeld = false) {
  const healthGate = Promise.withResolvers<void>();
  if (!isHealthHeld) healthGate.resolve();
  const gateway = new FakeGateway()
    .reply(v3.listAgencies, {
      _links: {},
      _entries: [
        agency('Calma@x.example'),
        agency('muda@x.example'),
        agency('llena@x.example'),
        agency('nueva@x.example', { Estado: 'Invitada', FechaInvitacion: '2026-01-01T12:00:00-03:00' }),
      ],
    })
    .reply(desk.listAgencyHealth, async () => {
      await healthGate.promise;
      return {
        agencies: [
          health('calma@x.example', { package: usage(3) }),
          health('muda@x.example', { isSilent: true, lastAt: Date.now() - 15.5 * DAY_MS, perDay: 3.57 }),
          health('llena@x.example', { package: usage(19), last24Hours: 4 }),
        ],
      };
    });
  const { screen } = await renderPage(address, { gateway });
  if (isHealthHeld) await screen.findByLabelText('Cargando las agencias');
  healthGate.resolve();
  await screen.findAllByText(/antes 3,6 por día|19 de 20|Ninguna agencia/);
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => /calma|muda|llena|nueva/i.exec(textContent)?.[0].toLowerCase());
  return { screen, rows };
}

test.each(['__proto__', 'constructor', 'toString', 'Suspendida'])(
  'an agency whose state has no text shows the state as it came: %s',
  async (Estado) => {
    const gateway = new FakeGateway()
      .reply(v3.listAgencies, { _links: {}, _entries: [agency('ventas@ruta9.example', { Estado })] })
      .reply(desk.listAgencyHealth, { agencies: [] });
    const { screen } = await renderPage('/agencies', { gateway });
    expect((await screen.findAllByText(Estado)).length).toBeGreaterThan(0);
    expect((await screen.findAllByText('no se pudo saber')).length).toBe(3);
  },
);

test('agencies are shown by what they need, with counts, however late that is known', async () => {
  const { screen, rows } = await open('/agencies', true);
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links.filter((text) => /^(Todas|En silencio|Paquete|Invitadas) ?.* \d+$/.test(text))).toEqual([
    'Todas 4',
    'En silencio 1',
    'Paquete por agotarse 1',
    'Invitadas sin respuesta 1',
  ]);
  // Those that need nothing are last.
  expect(rows().at(-1)).toBe('calma');
  expect(screen.getByText('hace 15 días')).toBeTruthy();
});

test.each([
  ['silencio', ['muda']],
  ['paquete', ['llena']],
])('the address %s shows %j', async (need, names) => {
  const { rows } = await open(`/agencies?ver=${need}`);
  expect(rows()).toEqual(names);
});

test.each([
  ['last', ['muda', 'llena', 'calma', 'nueva']],
  ['-last24Hours', ['llena', 'muda', 'calma', 'nueva']],
  ['-package', ['llena', 'calma', 'muda', 'nueva']],
])('agencies are sorted by %s', async (order, names) => {
  const { rows } = await open(`/agencies?orden=${order}`);
  expect(rows()).toEqual(names);
});

test('the inquiries of the last 24 hours open their list', async () => {
  const { screen } = await open();
  expect(screen.getByRole('link', { name: '4' }).getAttribute('href')).toBe(
    '/inquiries?agencia=llena%40x.example&cifra=ultimas-24-h%3A',
  );
  expect(screen.getAllByText('0')).toHaveLength(2);
});

test('a tab says why it is empty', async () => {
  const { screen } = await open('/agencies?ver=sin-respuesta&q=calma');
  expect(screen.getByText('Ninguna agencia coincide con esta búsqueda.')).toBeTruthy();
});
