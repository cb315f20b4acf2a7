import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const delivery: Delivery = {
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
  isTest: false,
};

const incident = {
  topic: 'consulta-recibida',
  reason: 'signature' as const,
  firstAt: delivery.at,
  lastAt: delivery.at + 60_000,
  count: 7,
  state: 'open' as const,
  acknowledgedBy: null,
  missed: { since: delivery.at - 600_000, until: delivery.at + 120_000, count: 2 },
};

async function openDeliveries(
  address: string,
  {
    gateway = new FakeGateway(),
    deliveries = [delivery],
  }: { gateway?: FakeGateway; deliveries?: Delivery[] } = {},
) {
  const queries: string[] = [];
  gateway
    .reply(v3.listWebhooks, { _entries: [], _links: {} })
    .reply(desk.listIncidents, {
      incidents: [incident, { ...incident, reason: 'age', state: 'solved', missed: null, count: 1 }],
    })
    .reply(desk.listDeliveries, ({ query }) => {
      queries.push(String(query));
      return {
        deliveries,
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
      };
    });
  const { screen, user } = await renderPage(`/deliveries${address}`, { gateway, role: 'support' });
  return Object.assign(screen, { user, queries });
}

test('refused messages are grouped by their cause, with what mends it', async () => {
  const acknowledged: unknown[] = [];
  const gateway = new FakeGateway().reply(
    desk.acknowledgeIncident,
    ({ body }) => void acknowledged.push(body),
  );
  const screen = await openDeliveries('', { gateway });
  const section = await screen.findByRole('region', { name: 'Rechazos sin resolver' });
  expect(section.textContent).toMatch(
    /^Rechazos sin resolver7 rechazos: la firma no coincideAbiertoConsultas nuevas · del /,
  );
  const links = within(section).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/deliveries?outcome=refused&topic=consulta-recibida&reason=signature&since=${delivery.at}&until=${delivery.at + 60_001}`,
    '/deliveries/signature',
  ]);
  await screen.user.click(within(section).getByRole('button', { name: 'Marcar como visto' }));
  await expect.poll(() => acknowledged).toEqual([{ topic: 'consulta-recibida', reason: 'signature' }]);
  await screen.user.click(screen.getByRole('button', { name: '1 rechazo resuelto en 7 días' }));
  expect(screen.getByText('Resuelto: después llegaron')).toBeTruthy();
});

test('the figures of the last 24 hours leave the reasons of refusals to the incidents', async () => {
  const screen = await openDeliveries('');
  const sentence = '212 de 219 llegaron en 24 h; 7 rechazadas; 9 consultas llegaron sin aviso';
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy();
});

test('the sentence of chosen days does not speak of the last 24 hours', async () => {
  const screen = await openDeliveries('?from=2026-03-01');
  expect(
    await screen.findByRole('heading', { name: /^212 de 219 llegaron; 7 rechazadas: la firma no coincide/ }),
  ).toBeTruthy();
});

test('inquiries that an incident lost are sent again', async () => {
  const resends: unknown[] = [];
  const gateway = new FakeGateway()
    .reply(desk.countMissed, { fresh: 2, resent: 0, old: 0 })
    .reply(desk.resendMissed, ({ body }) => {
      resends.push(body);
      return { id: body.id };
    });
  const screen = await openDeliveries('', { gateway });
  await screen.user.click(await screen.findByRole('button', { name: 'Reenviar las 2 que faltaron' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Reenviar 2' }));
  const { since, until } = incident.missed;
  await expect.poll(() => resends).toEqual([{ id: expect.any(String), since, until, again: false }]);
});

test('the messages of an incident are filtered by reason and moment, and the moment can be removed', async () => {
  const filters = 'topic=consulta-recibida&outcome=refused&reason=signature';
  const moments = `since=${delivery.at}&until=${delivery.at + 60_001}`;
  const screen = await openDeliveries(`?${filters}&${moments}`);
  expect((await screen.findByLabelText('Motivo')).textContent).toBe('la firma no coincide');
  expect(screen.queries).toEqual([`${filters}&${moments}`]);
  await screen.user.click(screen.getByRole('button', { name: 'Quitar «del 5 mar, 11:30 al 5 mar, 11:31»' }));
  await expect.poll(() => screen.queries.at(-1)).toEqual(filters);
});

test('the name of the buyer leads to the inquiry, and the time to the delivery', async () => {
  const screen = await openDeliveries('');
  const name = await screen.findByRole('link', { name: 'Ana Paz' });
  expect(name.getAttribute('href')).toBe('/inquiries/ventas@ruta9.example/01JDYYYYYYYYYYYYYYYYYYYYYY');
  const row = name.closest('tr');
  expect(row?.querySelector(`a[href="/deliveries/${delivery.id}"]`)).toBeTruthy();
  expect(screen.getByText('Llegó por un reenvío')).toBeTruthy();
});

test('a test is marked with who sent it, and tests are filtered', async () => {
  const other = { ...delivery, id: '01JCVVVVVVVVVVVVVVVVVVVVVV', person: 'Beto Gil' };
  const screen = await openDeliveries('?test=1', {
    deliveries: [{ ...delivery, isTest: true, by: 'Simón Aguirre' }, other],
  });
  const rowOf = async (name: string) =>
    (await screen.findByRole('link', { name })).closest('tr')?.textContent;
  expect(await rowOf('Ana Paz')).toMatch(/Ana PazPrueba.*Simón Aguirre/);
  expect(await rowOf('Beto Gil')).not.toContain('Prueba');
  const filter = screen.getByLabelText('Pruebas');
  expect(filter.textContent).toBe('Solo pruebas');
  await screen.user.click(filter);
  await screen.user.click(await screen.findByRole('option', { name: 'Sin pruebas' }));
  await expect.poll(() => screen.queries.at(-1)).toBe('test=0');
});
