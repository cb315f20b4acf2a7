import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';
// Loaded once the first rows are painted; here already.
import './ViewTabs.tsx';

const AGENCY = 'ventas@ruta9.example';

test('views have their counts where the plain list cannot be read', async () => {
  const gateway = new FakeGateway()
    .refuse(v3.listInquiries, 503, { code: 'upstream-unreachable' })
    .reply(desk.listViews, { views: [] })
    .reply(desk.countInquiries, {
      builtIn: Object.fromEntries(BUILT_IN_VIEW_NAMES.map((view, at) => [view, at + 7])),
      saved: {},
      back: 0,
      asOf: 1,
      complete: true,
    });
  const { screen } = await renderPage(`/inquiries?agencia=${AGENCY}`, { gateway });
  expect((await screen.findByRole('alert')).textContent).toContain('El servicio no responde');
  expect(await screen.findByRole('link', { name: /^Esperando\s*7/ })).toBeTruthy();
});
