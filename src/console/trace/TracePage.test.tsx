import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Station, Trace } from '#contract/desk/trace.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const at = Date.parse('2026-03-05T14:00:00Z');
const SID = '01JDYYYYYYYYYYYYYYYYYYYYYY';

const station: Station = {
  name: 'receiver',
  state: 'reached',
  at: at + 1000,
  cause: null,
  by: null,
  count: 1,
  code: null,
  host: null,
  way: null,
  delivery: null,
  copies: [],
  shownTo: [],
  hiddenFrom: [],
};

const trace: Trace = {
  now: at + 60_000,
  service: 'working',
  clockAheadMs: null,
  agency: { adminMail: 'ventas@ruta9.example', name: 'Ruta 9' },
  lead: { sid: SID, at, person: 'Ana Paz', vehicle: 'Ford Ka', operator: null },
  verdict: { outcome: 'arrived', causes: [], notes: [], unknown: [], remedy: 'none' },
  stations: [
    station,
    {
      ...station,
      name: 'relay',
      state: 'broken',
      at: at + 30_000,
      count: 3,
      copies: [
        { target: 'a', host: 'a.example', outcome: 'delivered', at: at + 2000, code: '204' },
        { target: 'b', host: 'b.example', outcome: 'waiting', at: null, code: null },
        { target: 'c', host: 'c.example', outcome: 'given-up', at: at + 30_000, code: 'timeout' },
      ],
    },
    { ...station, name: 'index', at: at + 5000, way: 'webhook' },
  ],
  twin: null,
  forecast: { way: 'webhook', causes: [] },
  remedy: 'none',
};

test('the step of copies names each address and what became of its copy, and the next step follows the arrival', async () => {
  const gateway = new FakeGateway().reply(desk.traceLead, trace);
  const { screen } = await renderPage(`/trace/ventas@ruta9.example/${SID}`, { gateway });
  const link = await screen.findByRole('link', { name: 'a.example' });
  expect(link.getAttribute('href')).toBe('/deliveries/copies/a');
  const texts = screen.getAllByRole('listitem').map((item) => item.textContent);
  const relay = texts.find((text) => text.includes('Copias a otros sistemas'));
  expect(relay).toContain('a 3 direcciones');
  expect(relay).toMatch(/a\.example: entregada, .*b\.example: espera.*c\.example: abandonada.*timeout/);
  expect(texts.find((text) => text.includes('Bandeja'))).toContain('+4 s');
});

test('the sellers who see an inquiry are named, and those who do not lead to their pages', async () => {
  const [ana, beto, carla] = ['Ana', 'Beto', 'Carla'].map((name) => ({ id: name.toLowerCase(), name }));
  const shown = { ...station, name: 'shown', at: null, shownTo: [ana], hiddenFrom: [beto, carla] };
  const verdict = { ...trace.verdict, notes: ['limited'] };
  const reply = { ...trace, verdict, stations: [shown] };
  const gateway = new FakeGateway().reply(desk.traceLead, reply);
  const { screen } = await renderPage(`/trace/ventas@ruta9.example/${SID}`, { gateway });
  expect((await screen.findByRole('listitem')).textContent).toContain('Quiénes la ven, hechoAna');
  expect(screen.getByText(/No la ven/).textContent).toBe(
    'No la ven: Beto y Carla. Solo ven las suyas, y es de otro vendedor.',
  );
  expect(screen.getByRole('link', { name: 'Carla' }).getAttribute('href')).toBe('/settings/people/carla');
});

test('support reads the names of sellers without links', async () => {
  const shown = { ...station, name: 'shown', at: null, hiddenFrom: [{ id: 'beto', name: 'Beto' }] };
  const reply = { ...trace, verdict: { ...trace.verdict, notes: ['limited'] }, stations: [shown] };
  const gateway = new FakeGateway().reply(desk.traceLead, reply);
  const { screen } = await renderPage(`/trace/ventas@ruta9.example/${SID}`, { gateway, role: 'support' });
  expect((await screen.findByText(/No la ve:/)).textContent).toContain('Beto. Solo ve las suyas');
  expect(screen.queryByRole('link', { name: 'Beto' })).toBeNull();
  expect(screen.getByRole('listitem').textContent).toContain('ningún vendedor');
});

test.each([
  ['refused', 'el servicio no reconoce a esta consola, por sus credenciales o su reloj'],
  ['unreachable', 'el servicio no responde'],
] as const)('what is not known is said with the state of the service: %s', async (service, text) => {
  const verdict = { ...trace.verdict, outcome: 'unknown', unknown: ['service'], remedy: 'check-connection' };
  const forecast = { way: 'unknown', causes: [] };
  const gateway = new FakeGateway().reply(desk.traceLead, { ...trace, service, verdict, forecast });
  const { screen } = await renderPage(`/trace/ventas@ruta9.example/${SID}`, { gateway });
  expect(await screen.findByText(`Falta saber qué dice el servicio (${text}).`)).toBeTruthy();
  expect(screen.getByText(new RegExp(`hecha ahora: ${text}\\.$`))).toBeTruthy();
});
