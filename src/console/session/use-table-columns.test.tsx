import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLocation } from 'react-router';
import { msg } from '@lingui/core/macro';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { renderPart } from '#testing/render-console.tsx';
import { useTableColumns } from './use-table-columns.tsx';

interface Row {
  name: string;
  count: number;
}

const ROWS: readonly Row[] = [
  { name: 'Beta', count: 10 },
  { name: 'Alfa', count: 9 },
];
const columns: readonly Column<Row>[] = [
  { name: 'name', head: msg`Nombre`, Cell: ({ row }) => row.name, lead: true, sortBy: ({ name }) => name },
  { name: 'count', head: msg`Consultas`, Cell: ({ row }) => row.count, sortBy: ({ count }) => count },
  { name: 'rare', head: msg`Nota`, Cell: () => null, isHiddenByDefault: true },
];

function Table() {
  const table = useTableColumns('test', columns);
  return (
    <>
      {table.columnsMenu}
      <DataTable
        label="Tabla"
        columns={table.columns}
        rows={ROWS}
        getRowKey={({ name }) => name}
        isSortInAddress
      />
      <output data-testid="address">{useLocation().search}</output>
    </>
  );
}

async function open(personId: string, path = '/') {
  const person = { id: personId, mail: 'x@vitrina.example', name: 'Ana', role: 'partner' as const };
  const page = await renderPart(<Table />, { path, session: { person } });
  const { screen, user } = page;
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const menu = async () => {
    await user.click(screen.getByRole('button', { name: 'Columnas' }));
    return within(await screen.findByRole('dialog', { name: 'Columnas' }));
  };
  return { ...page, heads, menu };
}

test('columns are hidden, shown and moved by keyboard, and stay so for this person', async () => {
  localStorage.clear();
  const { user, heads, menu, screen } = await open('1');
  expect(heads()).toEqual(['Nombre', 'Consultas']);
  const dialog = await menu();
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Nombre' }).disabled).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: 'Nota' }));
  const up = dialog.getByRole('button', { name: 'Subir Nota' });
  up.focus();
  await user.keyboard('{Enter}');
  expect(dialog.getByText('Nota: 2 de 3')).toBeTruthy();
  await user.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Subir Nota' }));
  expect(dialog.getByRole('button', { name: 'Subir Nota' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(dialog.getByRole('checkbox', { name: 'Consultas' }));
  await user.keyboard('{Escape}');
  expect(heads()).toEqual(['Nota', 'Nombre']);
  expect(screen.queryByText('10')).toBeNull();
});

test('another person has their own columns, and the defaults can be restored', async () => {
  localStorage.clear();
  const stored = [{ name: 'count', isShown: false }];
  localStorage.setItem('vitrina-tables:1', JSON.stringify({ test: stored }));
  localStorage.setItem('vitrina-tables:2', '{"test":[null]}');
  const { heads, menu, user } = await open('1');
  expect(heads()).toEqual(['Nombre']);
  await user.click((await menu()).getByRole('button', { name: 'Restablecer' }));
  await user.keyboard('{Escape}');
  expect(heads()).toEqual(['Nombre', 'Consultas']);
});

test('stored columns that cannot be read are ignored', async () => {
  localStorage.setItem('vitrina-tables:2', '{"test":[null]}');
  const { heads } = await open('2');
  expect(heads()).toEqual(['Nombre', 'Consultas']);
});

test('a click on a column sorts ascending, then descending, then not, in the address', async () => {
  localStorage.clear();
  const { screen, user } = await open('1', '/?q=x');
  const address = () => screen.getByTestId('address').textContent;
  const rows = () => screen.getAllByText(/Alfa|Beta/).map(({ textContent }) => textContent);
  expect(rows()).toEqual(['Beta', 'Alfa']);
  await user.click(screen.getByRole('button', { name: 'Consultas' }));
  expect([address(), rows()]).toEqual(['?q=x&orden=count', ['Alfa', 'Beta']]);
  expect(screen.getByRole('columnheader', { name: 'Consultas' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Consultas' }));
  expect([address(), rows()]).toEqual(['?q=x&orden=-count', ['Beta', 'Alfa']]);
  await user.click(screen.getByRole('button', { name: 'Consultas' }));
  expect(address()).toBe('?q=x');
});

test('an unknown sorting in the address is ignored', async () => {
  const { screen } = await open('3', '/?orden=name');
  expect(screen.getAllByText(/Alfa|Beta/).map(({ textContent }) => textContent)).toEqual(['Alfa', 'Beta']);
});
