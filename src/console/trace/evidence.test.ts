import { expect, it } from 'vitest';
import type { DeliveryDetail } from '#contract/desk/deliveries.ts';
import type { Trace } from '#contract/desk/trace.ts';
import { buildEvidence } from './evidence.ts';

const AT = Date.parse('2026-03-05T14:00:00Z');
const station = {
  cause: null,
  count: 1,
  code: null,
  host: null,
  way: null,
  delivery: 'd1',
  copies: [],
  shownTo: [],
  hiddenFrom: [],
};

it('the file for the service has ids, headers and clocks, and neither surnames nor people nor contents nor other systems', () => {
  const trace: Trace = {
    service: 'working' as const,
    clockAheadMs: null,
    now: AT + 1000,
    agency: { adminMail: 'ventas@ruta9.example', name: 'Ruta 9' },
    lead: { sid: 'S', at: AT, person: 'Ana Paz', vehicle: 'Ford Ka', operator: 'marta@ruta9.example' },
    verdict: { outcome: 'arrived', causes: [], notes: [], unknown: [], remedy: 'none' },
    stations: [
      { ...station, name: 'receiver', state: 'reached', at: AT, by: null },
      {
        ...station,
        name: 'relay',
        state: 'reached',
        at: AT,
        by: null,
        delivery: null,
        copies: [{ target: 't', host: 'crm.partner.example', outcome: 'delivered', at: AT, code: '204' }],
      },
      { ...station, name: 'opened', state: 'reached', at: AT, by: 'Marta Ríos', delivery: null },
    ],
    twin: null,
    forecast: { way: 'webhook', causes: [] },
    remedy: 'none',
  };
  const delivery = {
    at: AT,
    topic: 'consulta-recibida',
    outcome: 'received',
    hookId: 'hook-1',
    headers: { 'notification-hook-id': 'hook-1' },
    payload: '{"Telefono":"351 555-1234"}',
    person: 'Ana Paz',
  } as unknown as DeliveryDetail;
  const connection = {
    version: '1.2.3',
    upstream: 'https://s.example',
    state: 'working' as const,
    clockAheadMs: 12,
    appKey: 'k',
  };
  const evidence = buildEvidence({ trace, deliveries: [delivery], connection, timeZone: 'UTC' });
  expect(evidence).toMatchObject({
    madeAt: '2026-03-05T14:00:01.000Z',
    vitrina: '1.2.3',
    service: { address: 'https://s.example', clockAheadMs: 12, app: 'k' },
    inquiry: { sid: 'S', buyer: 'Ana P•••' },
    messages: [{ hookId: 'hook-1', headers: { 'notification-hook-id': 'hook-1' } }],
  });
  for (const secret of ['Paz', 'Marta', '555', 'crm.partner'])
    expect(JSON.stringify(evidence)).not.toContain(secret);
});
