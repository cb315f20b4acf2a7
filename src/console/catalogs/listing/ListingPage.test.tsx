import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type MatchRun, matchRunEndpoints } from '#contract/desk/match-runs.ts';
import { type MatchedValue, matchingEndpoints } from '#contract/desk/matching.ts';
import { serveRuns } from '#testing/column-gateway.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const KNOWN: Record<string, [name: string, score: number, region?: string]> = {
  vw: ['Volkswagen', 0.97],
  volksvagen: ['Volkswagen', 0.83],
  roxo: ['Rojo', 0.7],
  sedan: ['Sedán', 0.97],
  rojo: ['Rojo', 0.97],
  rosario: ['Rosario', 0.97, 'Santa Fe'],
};

const toEntry = (known: (typeof KNOWN)[string] | undefined) =>
  known && { id: known[0], name: known[0], link: `/v3/x/${known[0]}`, region: known[2] ?? null };

function match(value: string): MatchedValue {
  const known = Object.hasOwn(KNOWN, value) ? KNOWN[value] : undefined;
  const entry = toEntry(known);
  const score = known?.[1] ?? 0;
  return {
    certainty: !entry ? 'none' : score >= 0.9 ? 'sure' : 'doubtful',
    candidates: entry ? [{ entry, score, reason: 'same' }] : [],
    region: null,
    answer: null,
  };
}

async function open(path = '/catalogs/listing', fails = () => false, given?: Partial<MatchRun>) {
  const calls: string[] = [];
  const saved: unknown[] = [];
  const gateway = new FakeGateway()
    .reply(matchingEndpoints.matchValues, ({ params, body }) => {
      if (fails()) throw new Error('down');
      calls.push(`${params.catalog}: ${body.values.map(({ value }) => value).join(', ')}`);
      return { results: body.values.map(({ value }) => match(value)) };
    })
    .reply(matchingEndpoints.saveAnswers, ({ params, body }) => {
      saved.push({ ...params, ...body });
    });
  const { runs, by } = serveRuns(gateway, (id) =>
    toEntry(Object.values(KNOWN).find(([name]) => name === id)),
  );
  if (given) runs.set(ID, { ...RUN, by, ...given });
  const page = await renderPage(path, { gateway });
  const paste = async (text: string) => {
    await page.user.click(page.screen.getByLabelText('Tabla de publicaciones'));
    await page.user.paste(text);
  };
  const rowOf = (text: string) => page.screen.getByRole('row', { name: new RegExp(`^${text}`) });
  const press = (name: string | RegExp) => page.user.click(page.screen.getByRole('button', { name }));
  const answersOfRun = () =>
    [...runs.values()].flatMap(({ answers }) =>
      answers.map(({ catalog, row, entry, source }) => `${catalog} ${row}: ${entry?.name ?? ''} ${source}`),
    );
  return { ...page, gateway, runs, calls, saved, paste, rowOf, press, answersOfRun };
}

function watchDownloads(): string[] {
  const texts: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).text().then((text) => texts.push(text));
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return texts;
}

const ID = '5f0f7f9e-5a3c-4f2b-9f43-0d6f0a1b2c3d';
const RUN: Omit<MatchRun, 'by'> = {
  id: ID,
  at: Date.now(),
  kind: 'listings',
  name: 'stock.csv',
  columns: [
    { field: 'make', name: 'Marca', cells: ['vw', 'volksvagen', 'lada', 'volksvagen'] },
    { field: 'model', name: 'Modelo', cells: ['Gol', 'Bora', 'Niva', 'Fox'] },
    { field: 'color', name: 'Color', cells: ['rojo', 'rojo', 'roxo', ''] },
  ],
  answers: [],
};

const TABLE = `Marca\tModelo\tCarrocería\tColor\tProvincia\tCiudad
vw\tGol\tsedan\trojo\tSanta Fe\trosario
volksvagen\tBora\tsedan\trojo\tSanta Fe\trosario
lada\tNiva\tsedan\trojo\tSanta Fe\trosario
vw\tFox\tsedan\trojo\tCórdoba\trosario
`;

describe('listings', () => {
  it('get one verdict each with its reasons, by values that are asked once', async () => {
    const { screen, user, paste, rowOf, calls } = await open();
    await paste(TABLE);
    await user.click(await screen.findByRole('button', { name: 'Revisar 4 publicaciones' }));
    await screen.findByRole('table', { name: 'Publicaciones' });
    expect(calls.toSorted()).toEqual([
      'bodystyle: sedan',
      'city: rosario, rosario',
      'color: rojo',
      'make: vw, volksvagen, lada',
    ]);
    expect(rowOf('vw Gol').textContent).toContain('Lista para publicar');
    expect(screen.getByText('Modelo: sin catálogo en la interfaz; no se comprueba')).toBeTruthy();
    expect(rowOf('volksvagen').textContent).toContain('Para revisarMarca: «volksvagen» puede ser Volkswagen');
    expect(rowOf('lada').textContent).toContain('No se puedeMarca: «lada» no está en el catálogo');
    expect(rowOf('vw Fox').textContent).toContain(
      'No se puedeCiudad: Rosario (Santa Fe) no es de la provincia de la fila',
    );
    await user.click(screen.getByRole('tab', { name: 'Para revisar 1' }));
    expect(within(screen.getByRole('table', { name: 'Publicaciones' })).getAllByRole('row')).toHaveLength(2);
  });

  it('are corrected by their candidates, saved in the dictionary and exported', async () => {
    const downloads = watchDownloads();
    const { screen, user, paste, rowOf, saved } = await open();
    await paste(TABLE);
    await user.click(await screen.findByRole('button', { name: 'Revisar 4 publicaciones' }));
    await screen.findByRole('table', { name: 'Publicaciones' });
    await user.click(screen.getByRole('button', { name: 'Aceptar Volkswagen para «volksvagen», fila 2' }));
    expect(rowOf('volksvagen').textContent).toContain('Lista para publicar');
    await user.click(screen.getByRole('button', { name: 'Guardar 1 respuesta en el diccionario' }));
    await vi.waitFor(() =>
      expect(saved).toEqual([
        { catalog: 'make', answers: [{ value: 'volksvagen', province: '', entryId: 'Volkswagen' }] },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Exportar CSV' }));
    await vi.waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.split('\r\n')[0]).toContain('Ciudad;Veredicto;Motivos;Marca: id;Marca: nombre');
    expect(downloads[0]).toContain('lada;Niva;sedan;rojo;Santa Fe;rosario;No se puede;');
  });

  it('whose values could not be asked are unchecked, not without a match', async () => {
    let isDown = true;
    const { screen, user, paste, rowOf } = await open('/catalogs/listing', () => isDown);
    await paste(TABLE);
    await user.click(await screen.findByRole('button', { name: 'Revisar 4 publicaciones' }));
    await screen.findByRole('table', { name: 'Publicaciones' });
    expect(rowOf('lada').textContent).toContain('Sin comprobar');
    expect(rowOf('lada').textContent).toContain('Marca: no se pudo preguntar por «lada»');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await vi.waitFor(() => expect(rowOf('lada').textContent).toContain('No se puede'));
  });

  it('one alone is typed into a form', async () => {
    const { screen, user, rowOf, press, runs } = await open('/catalogs/listing?modo=una');
    expect(screen.getByRole('button', { name: 'Revisar 1 publicación' })).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: 'Marca' }), 'vw');
    await user.type(screen.getByRole('textbox', { name: 'Modelo' }), 'Gol');
    await user.click(screen.getByRole('button', { name: 'Revisar 1 publicación' }));
    await screen.findByRole('table', { name: 'Publicaciones' });
    expect(rowOf('vw Gol').textContent).toContain('Para revisar');
    expect(rowOf('vw Gol').textContent).toContain('Color: falta');
    expect(screen.queryByRole('button', { name: 'Copiar el enlace' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Color' }), 'roxo');
    expect(screen.queryByRole('table')).toBeNull();
    await press('Revisar 1 publicación');
    await screen.findByRole('table', { name: 'Publicaciones' });
    await press('Aceptar Rojo para «roxo», fila 1');
    expect(rowOf('vw Gol').textContent).toContain('Color: Rojo');
    await press('Deshacer lo decidido sobre «roxo», fila 1');
    expect(rowOf('vw Gol').textContent).toContain('Color: «roxo» puede ser Rojo');
    expect(runs.size).toBe(0);
  });
});

describe('a check of listings', () => {
  const at = `/catalogs/listing?revision=${ID}`;
  const zoe = { id: 'p9', name: 'Zoe Paz' };

  it('is stored with the chosen columns and every answer, and exported with the whole table', async () => {
    const downloads = watchDownloads();
    const { screen, paste, press, runs, answersOfRun, rowOf, user } = await open();
    await paste('Nota\tMarca\tColor\na\tvw\trojo\nb\tvolksvagen\t rojo \n');
    await user.click(await screen.findByRole('button', { name: 'Revisar 2 publicaciones' }));
    await screen.findByRole('table', { name: 'Publicaciones' });
    const [run] = runs.values();
    expect(run).toMatchObject({
      kind: 'listings',
      name: '',
      columns: [
        { field: 'make', name: 'Marca', cells: ['vw', 'volksvagen'] },
        { field: 'color', name: 'Color', cells: ['rojo', 'rojo'] },
      ],
    });
    await press('Aceptar Volkswagen para «volksvagen», fila 2');
    await vi.waitFor(() => expect(answersOfRun()).toEqual(['make 1: Volkswagen hand']));
    await press('Exportar CSV');
    await vi.waitFor(() => expect(downloads[0]).toContain('b;volksvagen;rojo;Lista para publicar;'));
    expect(rowOf('volksvagen').textContent).toContain('Marca: Volkswagenelegida a mano');
    expect(screen.getByRole('button', { name: 'Copiar el enlace' })).toBeTruthy();
  });

  it('shows at its address the answers of colleagues, and exports its columns', async () => {
    const downloads = watchDownloads();
    const { screen, rowOf, press, answersOfRun } = await open(at, undefined, {
      answers: [
        { row: 1, catalog: 'make', entry: toEntry(KNOWN.vw) ?? null, source: 'threshold', by: zoe, at: 1 },
        { row: 2, catalog: 'make', entry: null, source: 'hand', by: zoe, at: 2 },
      ],
    });
    await screen.findByRole('table', { name: 'Publicaciones' });
    expect(rowOf('volksvagen Bora').textContent).toMatch(
      /Lista para publicar.*aceptada por puntaje.*Zoe Paz/,
    );
    expect(rowOf('volksvagen Fox').textContent).toContain('Marca: Volkswagen');
    expect(rowOf('lada').textContent).toMatch(/No se puede.*Marca: Ninguna.*elegida a mano/);
    expect(screen.getByText(/stock.csv · Marcas, Colores · Zoe Paz/)).toBeTruthy();
    expect(screen.queryByLabelText('Tabla de publicaciones')).toBeNull();
    expect(document.title).toContain('stock.csv');
    await press('Exportar CSV');
    await vi.waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.replace('\uFEFF', '').split('\r\n').slice(0, 3)).toEqual([
      'Marca;Modelo;Color;Veredicto;Motivos;Marca: id;Marca: nombre;Color: id;Color: nombre',
      expect.stringMatching(/^vw;Gol;rojo;Lista para publicar;.*;Volkswagen;Volkswagen;Rojo;Rojo$/),
      expect.stringMatching(/^volksvagen;Bora;rojo;Lista para publicar;/),
    ]);
    await press('Deshacer lo decidido sobre «lada», fila 3');
    await vi.waitFor(() => expect(answersOfRun()).toEqual(['make 1: Volkswagen threshold']));
  });

  it('undoes what was accepted last, or all of it', async () => {
    const { user, screen, press, answersOfRun } = await open(at, undefined, {});
    await screen.findByRole('table', { name: 'Publicaciones' });
    await press('Aceptar 1 dudosa desde 75 puntos');
    const accepted = ['make 1: Volkswagen threshold'];
    await vi.waitFor(() => expect(answersOfRun()).toEqual(accepted));
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await vi.waitFor(() => expect(answersOfRun()).toEqual([]));
    await press('Aceptar 1 dudosa desde 75 puntos');
    await vi.waitFor(() => expect(answersOfRun()).toEqual(accepted));
    screen.getByRole('slider', { name: 'Puntaje mínimo' }).focus();
    await user.keyboard('{Home}');
    await press(/^Aceptar 1 dudosa desde/);
    await vi.waitFor(() => expect(answersOfRun()).toHaveLength(2));
    await press('Deshacer lo último aceptado (1)');
    await vi.waitFor(() => expect(answersOfRun()).toEqual(accepted));
    await press('Deshacer todo lo aceptado (1)');
    await vi.waitFor(() => expect(answersOfRun()).toEqual([]));
  });

  it('counts a listing under each way in which its values were decided', async () => {
    const { user, screen, press } = await open(at, undefined, {});
    const table = await screen.findByRole('table', { name: 'Publicaciones' });
    await press('Aceptar 1 dudosa desde 75 puntos');
    const facet = within(screen.getByRole('group', { name: 'Cómo se decidió alguno de sus valores' }));
    expect(facet.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Todas 4',
      'Sin decidir 1',
      'Seguras 2',
      'Aceptadas por puntaje 2',
    ]);
    await user.click(facet.getByRole('button', { name: 'Aceptadas por puntaje 2' }));
    expect(within(table).getAllByRole('row')).toHaveLength(3);
  });

  it('is listed for its person, apart from compared columns', async () => {
    const { user, screen, runs } = await open('/catalogs/listing', undefined, {});
    const list = await screen.findByRole('list', { name: 'Revisiones recientes' });
    expect(list.textContent).toContain('Marcas, Colores · 4 filas');
    expect([...runs.keys()]).toEqual([ID]);
    await user.click(within(list).getByRole('link', { name: 'stock.csv' }));
    await screen.findByRole('table', { name: 'Publicaciones' });
    await user.click(screen.getByRole('link', { name: 'Comparar una columna' }));
    await screen.findByLabelText('Columna o tabla');
    expect(screen.queryByText('Comparaciones recientes')).toBeNull();
  });

  it('is shown on its own page, whatever page its address names', async () => {
    const { screen } = await open(`/catalogs/column?comparacion=${ID}`, undefined, {});
    expect(await screen.findByRole('table', { name: 'Publicaciones' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Revisar publicaciones' })).toBeTruthy();
  });

  it('says that it could not be stored, and keeps the table', async () => {
    const { screen, user, paste, gateway } = await open();
    gateway.refuse(matchRunEndpoints.addMatchRun, 503, { code: 'busy' });
    await paste(TABLE);
    await user.click(await screen.findByRole('button', { name: 'Revisar 4 publicaciones' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Revisar 4 publicaciones' })).toBeTruthy();
  });
});
