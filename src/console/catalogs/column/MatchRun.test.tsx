import { within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { MatchRun } from '#contract/desk/match-runs.ts';
import { matchRunEndpoints } from '#contract/desk/match-runs.ts';
import { FORD, VW, openColumnGateway } from '#testing/column-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';
import { groupValues, listAccepted, toDecisions } from '#console/catalogs/runs/value-answers.ts';

const ID = '5f0f7f9e-5a3c-4f2b-9f43-0d6f0a1b2c3d';

const RUN: Omit<MatchRun, 'by'> = {
  id: ID,
  at: Date.now(),
  kind: 'column',
  name: 'stock.csv',
  columns: [{ field: 'make', name: 'Marca', cells: ['VW', 'volksvagen', 'fords', '', 'lada'] }],
  answers: [],
};

/** Opens the address of a run as a colleague gets it. */
async function open(run: Partial<MatchRun> = {}, path = `/catalogs/column?comparacion=${ID}`) {
  const it = openColumnGateway();
  it.runs.set(ID, { ...RUN, by: it.by, ...run });
  const page = await renderPage(path, { gateway: it.gateway });
  const { screen } = page;
  const answersOfRun = () =>
    it.runs.get(ID)?.answers.map(({ row, entry, source }) => [row, entry?.name ?? null, source]);
  return {
    ...page,
    ...it,
    answersOfRun,
    findTable: () => screen.findByRole('table', { name: 'Valores de la columna' }),
    press: (name: string) => page.user.click(screen.getByRole('button', { name })),
  };
}

const listValues = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => /VW|volksvagen|fords|lada/.exec(row.textContent ?? '')?.[0]);

it('shows its values, scores and answers at its address, with who answered', async () => {
  const zoe = { id: 'p9', name: 'Zoe Paz' };
  const { screen, findTable } = await open({
    answers: [
      { row: 4, catalog: 'make', entry: FORD, source: 'hand', by: zoe, at: 1 },
      { row: 1, catalog: 'make', entry: VW, source: 'threshold', by: zoe, at: 2 },
    ],
  });
  const table = await findTable();
  expect(listValues(table)).toEqual(['VW', 'volksvagen', 'fords', 'lada']);
  const row = within(table).getByRole('row', { name: /lada/ });
  expect(row.textContent).toMatch(/Ford.*elegida a mano.*Zoe Paz/);
  expect(within(table).getByText('aceptada por puntaje')).toBeTruthy();
  expect(screen.getByText(/Columna «Marca» · stock.csv · catálogo Marcas · Zoe Paz/)).toBeTruthy();
  expect(screen.queryByLabelText('Columna o tabla')).toBeNull();
  expect(document.title).toContain('Marca');
});

it('stores every answer as it is given, and what is taken back', async () => {
  const { findTable, press, answersOfRun } = await open();
  await findTable();
  await press('Aceptar Volkswagen para «volksvagen»');
  await vi.waitFor(() => expect(answersOfRun()).toEqual([[1, 'Volkswagen', 'hand']]));
  await press('Ninguna para «lada»');
  await vi.waitFor(() => expect(answersOfRun()).toHaveLength(2));
  await press('Deshacer lo decidido sobre «volksvagen»');
  await vi.waitFor(() => expect(answersOfRun()).toEqual([[4, null, 'hand']]));
});

it('says that an answer was not stored, and shows it no longer', async () => {
  const { screen, findTable, press, gateway } = await open();
  const table = await findTable();
  gateway.refuse(matchRunEndpoints.saveRunAnswers, 503, { code: 'busy' });
  await press('Ninguna para «lada»');
  expect(await screen.findByRole('alert')).toBeTruthy();
  await vi.waitFor(() => expect(within(table).queryByText('elegida a mano')).toBeNull());
});

it('undoes what was accepted last, or all of it, as long as the run is there', async () => {
  const { user, screen, findTable, press, answersOfRun } = await open();
  await findTable();
  expect(screen.queryByRole('button', { name: /Deshacer todo/ })).toBeNull();
  await press('Ninguna para «lada»');
  await press('Aceptar 1 dudosa desde 75 puntos');
  await vi.waitFor(() => expect(answersOfRun()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /lo último/ })).toBeNull();
  screen.getByRole('slider', { name: 'Puntaje mínimo' }).focus();
  await user.keyboard('{Home}');
  await user.click(screen.getByRole('button', { name: /^Aceptar 1 dudosa desde/ }));
  await vi.waitFor(() => expect(answersOfRun()).toHaveLength(3));
  await press('Deshacer lo último aceptado (1)');
  await vi.waitFor(() =>
    expect(answersOfRun()).toEqual([
      [4, null, 'hand'],
      [1, 'Volkswagen', 'threshold'],
    ]),
  );
  await press('Deshacer todo lo aceptado (1)');
  await vi.waitFor(() => expect(answersOfRun()).toEqual([[4, null, 'hand']]));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await vi.waitFor(() => expect(answersOfRun()).toHaveLength(2));
});

it('filters values by their score and by how they were decided, together', async () => {
  const { user, screen, findTable, press } = await open();
  const table = await findTable();
  await press('Ninguna para «fords»');
  await press('Aceptar 1 dudosa desde 75 puntos');
  const decided = within(screen.getByRole('group', { name: 'Cómo se decidió' }));
  const options = () => decided.getAllByRole('button').map(({ textContent }) => textContent);
  expect(options()).toEqual([
    'Todas 4',
    'Sin decidir 1',
    'Seguras 1',
    'Aceptadas por puntaje 1',
    'Sin entrada 1',
  ]);
  await user.click(decided.getByRole('button', { name: 'Sin decidir 1' }));
  expect(listValues(table)).toEqual(['lada']);
  expect(screen.getByRole('tab', { name: 'Sin coincidencia 1' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Dudosas 0' })).toBeTruthy();
  // A row that is decided meanwhile keeps its place.
  await press('Ninguna para «lada»');
  expect(listValues(table)).toEqual(['lada']);
  await user.click(decided.getByRole('button', { name: 'Todas 4' }));
  await user.click(screen.getByRole('tab', { name: 'Dudosas 2' }));
  expect(options()).toEqual(['Todas 2', 'Aceptadas por puntaje 1', 'Sin entrada 1']);
});

it('is listed for its person', async () => {
  const { user, screen, findTable } = await open({}, '/catalogs/column');
  const list = await screen.findByRole('list', { name: 'Comparaciones recientes' });
  expect(list.textContent).toContain('Marcas · 5 filas');
  await user.click(within(list).getByRole('link', { name: 'stock.csv · Marca' }));
  await findTable();
  await user.click(screen.getByRole('link', { name: 'Comparar otra columna' }));
  expect(await screen.findByLabelText('Columna o tabla')).toBeTruthy();
});

it('says at an address without a run that there is none', async () => {
  const { screen } = await open({}, '/catalogs/column?comparacion=x');
  expect(await screen.findByText('No se encontró')).toBeTruthy();
});

it('pending answers count over those that are stored, and as the last ones that were accepted', () => {
  const make = groupValues('make', ['VW', 'vw', 'Gol']);
  const stored = {
    catalog: 'make',
    entry: VW,
    source: 'threshold',
    by: { id: 'p', name: 'P' },
    at: 5,
  } as const;
  const answers = [
    { row: 1, ...stored },
    { row: 9, ...stored },
    { ...stored, row: 1, catalog: 'color' as const },
  ];
  const none = toDecisions(answers, [{ catalog: 'make', row: 0, answer: null }], { make });
  expect([...none]).toEqual([]);
  const pending = [{ catalog: 'make', row: 2, answer: { entry: FORD, by: 'threshold' } }] as const;
  const { all, last } = listAccepted(make.values, toDecisions(answers, pending, { make }));
  expect([all.map(({ row }) => row), last.map(({ row }) => row)]).toEqual([[0, 2], [2]]);
});
