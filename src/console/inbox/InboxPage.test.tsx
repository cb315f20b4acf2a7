import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { LAST_PAGE } from '#contract/paging.ts';
import { v3 } from '#contract/v3.ts';
import { addDays, listDays } from '#contract/window.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage, renderPart } from '#testing/render-console.tsx';
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

test('a list goes on past the last page of the service by its days, each inquiry once', async () => {
  const today = '2026-11-24';
  const inquiries = listDays(addDays(today, -20), today)
    .toReversed()
    .flatMap((day) => Array.from({ length: 10 }, (_, at) => ({ day, name: `Comprador ${day} ${at}` })));
  const perPage = 2;
  const gateway = new FakeGateway().reply(v3.listInquiries, ({ query }) => {
    const { desde = addDays(today, -90), hasta = today, pagina = '1' } = Object.fromEntries(query);
    const listed = inquiries.filter(({ day }) => day >= desde && day <= hasta);
    const end = Number(pagina) * perPage;
    return {
      Desde: `${desde}T00:00:00-03:00`,
      Hasta: `${hasta}T23:59:59-03:00`,
      Pagina: Number(pagina),
      PerPagina: perPage,
      Total: listed.length,
      _links: end < listed.length && Number(pagina) < LAST_PAGE ? { next: { href: 'x' } } : {},
      _entries: listed.slice(end - perPage, end).map(({ day, name }) => ({
        Momento: `${day}T12:00:00-03:00`,
        Interesado: { Nombre: name },
        Auto: {},
        _links: {},
      })),
    };
  });
  const { screen, user } = await renderPage(`/inquiries?agencia=${MAIL}&pagina=94`, { gateway });
  await screen.findByRole('link', { name: '26 ago – 5 nov 2026' });
  const period = await screen.findByText(/^6 nov.*24 nov 2026, hora de Buenos Aires$/);
  expect(period.title).toMatch(/2026-11-06T\S+ a 2026-11-24T/);
  const shown: string[] = [];
  for (let pages = 0; pages < 12; pages++) {
    const first = await screen.findAllByText(inquiries[shown.length + 186]?.name ?? '');
    expect(first).toHaveLength(1);
    shown.push(...screen.getAllByText(/^Comprador/).map(({ textContent }) => textContent));
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  }
  expect(shown).toEqual(inquiries.slice(186).map(({ name }) => name));
});
