import { fireEvent } from '@testing-library/react';
import { useLocation, useSearchParams } from 'react-router';
import { expect, test, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { parseInboxAddress } from '#console/inquiries/inbox-address.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage, renderPart } from '#testing/render-console.tsx';
import { InboxFilters } from './InboxFilters.tsx';
import './FiltersPopover.tsx';

const AGENCY = 'ventas@ruta9.example';

function Filters() {
  const [search] = useSearchParams();
  return (
    <>
      <InboxFilters address={parseInboxAddress(search)} failure={null} indexRequest={{}} isReady={false} />
      <output>{useLocation().search}</output>
    </>
  );
}

const open = () =>
  renderPart(<Filters />, { path: `/inquiries?agencia=${AGENCY}`, gateway: new FakeGateway() });

test('filters are chosen one after another without closing the popover', async () => {
  const facets = { permuta: [{ value: 'si', count: 3 }], marca: [{ value: 'Fiat', count: 2 }] };
  const gateway = new FakeGateway().reply(desk.listFacets, {
    facets,
    total: 3,
    asOf: 1,
    complete: true,
    failure: null,
  });
  const { screen, user } = await renderPart(<Filters />, { path: `/inquiries?agencia=${AGENCY}`, gateway });
  await user.click(screen.getByRole('button', { name: 'Filtrar' }));
  await user.click(await screen.findByRole('button', { name: 'Ayer' }));
  await user.click(await screen.findByRole('button', { name: 'Permuta (3)' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Marca' }), 'Fiat (2)');
  expect(
    screen.getByText(`?agencia=${encodeURIComponent(AGENCY)}&desde=ayer&hasta=ayer&permuta=si&marca=Fiat`),
  ).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filtrar' }));
});

test('a filter that is chosen while the list loads keeps the one before it', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  const read = { asOf: 1, complete: true, failure: null };
  const searches: URLSearchParams[] = [];
  const gateway = new FakeGateway()
    .reply(desk.listViews, { views: [] })
    .reply(desk.listFacets, { facets: { permuta: [{ value: 'si', count: 3 }] }, total: 3, ...read })
    .reply(desk.findInquiries, async ({ query }) => {
      searches.push(query);
      if (query.has('desde')) await loaded;
      return { rows: [], next: null, total: 0, readAt: 1, hours: {}, ...read };
    });
  const { screen, user } = await renderPage(`/inquiries?agencia=${AGENCY}&vista=esperando`, { gateway });
  await user.click(await screen.findByRole('button', { name: 'Filtrar' }));
  await user.click(await screen.findByRole('button', { name: '7 días' }));
  await expect.poll(() => searches.at(-1)?.has('desde')).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Permuta (3)' }));
  load();
  await expect.poll(() => searches.at(-1)?.get('permuta')).toBe('si');
  expect(searches.at(-1)?.has('desde')).toBe(true);
});

test('a part of an operator’s name stands for the suggested operator', async () => {
  const operators = [
    { Email: 'beto@ruta9.example', Nombre: 'Beto', Apellido: 'Ríos' },
    { Email: 'carla.b@ruta9.example', Nombre: 'Carla', Apellido: 'Benítez' },
  ];
  const gateway = new FakeGateway().reply(v3.viewAgency, {
    AdminMail: AGENCY,
    Nombre: 'Ruta 9',
    Operadores: operators,
    _links: {},
  });
  const { screen, user } = await renderPart(<Filters />, { path: `/inquiries?agencia=${AGENCY}`, gateway });
  await user.click(screen.getByRole('button', { name: 'Filtrar' }));
  const operator = await screen.findByLabelText('Operador');
  await vi.waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(2));
  await user.type(operator, 'carla{Enter}');
  expect(screen.getByText(/operador=carla.b%40ruta9.example/)).toBeTruthy();
});

test('a text that is typed stays while the page renders, and is applied when the field is left', async () => {
  const { screen, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Filtrar' }));
  const operator = await screen.findByLabelText('Operador');
  await user.type(operator, 'ana@ruta9.example');
  fireEvent.click(document.body);
  expect(screen.getByLabelText('Operador')).toBe(operator);
  await user.click(document.body);
  expect(screen.getByText(/operador=ana%40ruta9.example/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filtrar' }));
  await user.type(await screen.findByLabelText('Publicación'), 'A-1{Enter}');
  expect(screen.getByText(/externalid=A-1/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filtrar' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
