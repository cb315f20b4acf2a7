import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test.each(['__proto__', 'constructor', 'toString', 'Suspendida'])(
  'an agency whose state has no text shows the state as it came: %s',
  async (Estado) => {
    const agency = { AdminMail: 'ventas@ruta9.example', Nombre: 'Ruta 9', Estado, _links: {} };
    const summary = { lastInquiry: null, total: null, package: { Exposicion: Estado }, askedAt: 0 };
    const gateway = new FakeGateway()
      .reply(v3.listAgencies, { _links: {}, _entries: [agency] })
      .reply(v3.viewAgency, agency)
      .reply(desk.viewAgencySummary, summary)
      .reply(desk.listAgencyPeople, { people: [] });
    const { screen } = await renderPage('/agencies', { gateway });
    expect((await screen.findAllByText(Estado)).length).toBeGreaterThan(0);
  },
);
