import { useLocation, useSearchParams } from 'react-router';
import { expect, test } from 'vitest';
import { parseInboxAddress } from '#console/inquiries/inbox-address.ts';
import { renderPart } from '#testing/render-console.tsx';
import { FilterChips } from './FilterChips.tsx';

function Chips() {
  const [search] = useSearchParams();
  return (
    <>
      <FilterChips address={parseInboxAddress(search)} matchCount={226} />
      <p>{useLocation().search}</p>
    </>
  );
}

test('each active filter is removed by itself, and all of them at once', async () => {
  const path =
    '/inquiries?agencia=a%40b.c&vista=tarde&desde=-6d&operador=ana%40b.c&marca=Fiat&permuta=si&buscar=luz';
  const { screen, user } = await renderPart(<Chips />, { path });
  const names = () =>
    screen
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
      .filter((text) => text !== 'Limpiar');
  expect(names()).toEqual(['7 días', 'Operador: ana@b.c', 'Marca: Fiat', 'Permuta']);
  expect(screen.getByText('226 coinciden')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Quitar el filtro 7 días' }));
  expect(
    screen.getByText('?agencia=a%40b.c&vista=tarde&operador=ana%40b.c&marca=Fiat&permuta=si&buscar=luz'),
  ).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Limpiar' }));
  expect(screen.getByText('?agencia=a%40b.c&vista=tarde')).toBeTruthy();
});
