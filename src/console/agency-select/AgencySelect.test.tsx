import { expect, test } from 'vitest';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { AgencySelect } from './AgencySelect.tsx';

const MAIL = 'ventas@ruta9.example';

function withoutService() {
  const state = { inquiries: 1, sweptAt: 1, complete: true, failingSince: 2, failure: null };
  return new FakeGateway()
    .refuse(v3.listAgencies, 503, { code: 'upstream-unreachable' })
    .refuse(v3.viewAgency, 503, { code: 'upstream-unreachable' })
    .reply(desk.viewIndexState, {
      agencies: [
        { adminMail: MAIL, name: 'Ruta 9', ...state },
        { adminMail: 'ventas@otra.example', name: null, ...state },
      ],
    });
}

test('agencies keep their names while the service does not answer', async () => {
  const { screen } = await renderPart(<AgencySelect agencias={[MAIL]} ready onChange={() => undefined} />, {
    gateway: withoutService(),
  });
  expect(await screen.findByRole('button', { name: 'Agencia Ruta 9' })).toBeTruthy();
});

test('a seller’s own agency keeps its name while the service does not answer', async () => {
  const { screen } = await renderPart(
    <AgencySelect agencias={[ALL_AGENCIES]} ready onChange={() => undefined} />,
    {
      gateway: withoutService(),
      role: 'seller',
    },
  );
  expect(await screen.findByText('Ruta 9')).toBeTruthy();
});
