import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { AgencyPrompt } from './InboxPage.tsx';

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

test('an agency can be chosen while the service does not answer', async () => {
  const { screen } = await renderPart(<AgencyPrompt />, { gateway: withoutService() });
  await screen.findByRole('link', { name: 'Ruta 9' });
  expect(screen.getByRole('link', { name: 'ventas@otra.example' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
