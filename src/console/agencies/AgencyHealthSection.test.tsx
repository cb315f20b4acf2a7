import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { AgencyHealthSection } from './AgencyHealthSection.tsx';

test('an agency whose health could not be read is not called well', async () => {
  const refuse = () => new Response(null, { status: 404 });
  const gateway = new FakeGateway().reply(desk.listAgencyHealth, refuse).reply(desk.viewOverviewNow, refuse);
  const agency = { AdminMail: 'ventas@ruta9.example', Estado: 'Registrada' } as const;
  const { screen } = await renderPart(<AgencyHealthSection agency={agency} />, { gateway });
  expect(await screen.findByText('No se pudo saber cómo está.')).toBeTruthy();
  expect(screen.queryByText(/Todo bien|Todavía no recibió/)).toBeNull();
});

test.each([
  [0, 'Ninguna consulta en las últimas 24 horas'],
  [1, '1 consulta en las últimas 24 horas'],
  [3, '3 consultas en las últimas 24 horas'],
])('an agency with %i inquiries in 24 hours says so, and opens them', async (last24Hours, text) => {
  const adminMail = 'ventas@ruta9.example';
  const refuse = () => new Response(null, { status: 404 });
  const gateway = new FakeGateway().reply(desk.viewOverviewNow, refuse).reply(desk.listAgencyHealth, {
    agencies: [{ adminMail, lastAt: 0, last24Hours, perDay: 1, isSilent: false, package: null }],
  });
  const { screen } = await renderPart(
    <AgencyHealthSection agency={{ AdminMail: adminMail, Estado: 'Registrada' }} />,
    { gateway },
  );
  const line = await screen.findByText(text);
  expect(line.getAttribute('href')).toBe(
    last24Hours > 0 ? '/inquiries?agencia=ventas%40ruta9.example&cifra=ultimas-24-h%3A' : null,
  );
});
