import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const MAIL = 'ventas@ruta9.example';

test.each(['', '/edit', '/disassociate'])(
  'the page %j of a disassociated agency says so and offers only what works',
  async (page) => {
    const entry = {
      id: '1',
      at: Date.parse('2026-03-05T14:30:00Z'),
      person: { id: '1', mail: 'valeria@vitrina.example', role: 'partner' },
      address: '::1',
      action: 'disassociateAgency',
      agency: MAIL,
      target: null,
      outcome: 'done',
      status: 204,
      code: null,
      request: null,
      result: null,
    };
    const gateway = new FakeGateway()
      .reply(v3.viewAgency, () => new Response(null, { status: 404 }))
      .reply(desk.listAudit, { entries: [entry], more: false });
    const { screen } = await renderPage(`/agencies/${MAIL}${page}`, { gateway });
    await screen.findByText(/valeria@vitrina.example la desasoció el 5.*11:30/);
    const main = screen.getByRole('main');
    const offered = [...main.querySelectorAll('a, button')].map(({ textContent }) => textContent.trim());
    expect(offered).toEqual(expect.arrayContaining(['Ver las agencias', 'Buscar su invitación']));
    for (const what of ['Ver sus consultas', 'Editar', 'Desasociar…', 'Guardar', 'Reintentar'])
      expect(offered).not.toContain(what);
  },
);

test('a seller, who may not read the log, sees that the agency is not associated', async () => {
  const gateway = new FakeGateway().reply(v3.viewAgency, () => new Response(null, { status: 404 }));
  const { screen } = await renderPage(`/agencies/${MAIL}`, { gateway, role: 'seller' });
  expect(await screen.findByText(/no está asociada a esta aplicación/)).toBeTruthy();
});
