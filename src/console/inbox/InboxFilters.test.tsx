import { act, fireEvent } from '@testing-library/react';
import { useLocation, useSearchParams } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { parseInboxAddress } from '#console/inquiries/inbox-address.ts';
import { listenForShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { InboxFilters } from './InboxFilters.tsx';

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

test('Escape closes the filters also while they load', async () => {
  const load = Promise.withResolvers<void>();
  vi.doMock('./FiltersPopover.tsx', async (original) => {
    await load.promise;
    return original();
  });
  onTestFinished(listenForShortcuts());
  onTestFinished(() => load.resolve());
  const { screen, user } = await open();
  const button = screen.getByRole('button', { name: 'Filtrar' });
  await user.click(button);
  await user.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

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
  await user.click(screen.getByRole('dialog'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filtrar' }));
});

test('a filter that is chosen before the page shows the one before it keeps that', async () => {
  const { screen, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Filtrar' }));
  const operator = await screen.findByLabelText('Operador');
  await user.type(operator, 'ana@ruta9.example');
  act(() => {
    fireEvent.blur(operator);
    fireEvent.click(screen.getByRole('button', { name: '7 días' }));
  });
  expect(await screen.findByText(/operador=ana%40ruta9.example&desde=-6d/)).toBeTruthy();
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
