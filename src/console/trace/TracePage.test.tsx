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
};

const trace: Trace = {
  now: at + 60_000,
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
