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
