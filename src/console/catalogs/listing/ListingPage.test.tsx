import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type MatchedValue, matchingEndpoints } from '#contract/desk/matching.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const KNOWN: Record<string, [name: string, score: number, region?: string]> = {
  vw: ['Volkswagen', 0.97],
  volksvagen: ['Volkswagen', 0.83],
  sedan: ['Sedán', 0.97],
  rojo: ['Rojo', 0.97],
  rosario: ['Rosario', 0.97, 'Santa Fe'],
};

function match(value: string): MatchedValue {
  const [name, score = 0, region = null] = (Object.hasOwn(KNOWN, value) && KNOWN[value]) || [];
  const entry = name && { id: name, name, link: `/v3/x/${name}`, region };
  return {
    certainty: !entry ? 'none' : score >= 0.9 ? 'sure' : 'doubtful',
    candidates: entry ? [{ entry, score, reason: 'same' }] : [],
    region: null,
    answer: null,
  };
}

async function open(path = '/catalogs/listing', fails = () => false) {
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
  const page = await renderPage(path, { gateway });
  const paste = async (text: string) => {
    await page.user.click(page.screen.getByLabelText('Tabla de publicaciones'));
    await page.user.paste(text);
  };
  const rowOf = (text: string) => page.screen.getByRole('row', { name: new RegExp(`^${text}`) });
  return { ...page, calls, saved, paste, rowOf };
}

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
    const downloads: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      void (blob as Blob).text().then((text) => downloads.push(text));
      return 'blob:x';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
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
    const { screen, user, rowOf } = await open('/catalogs/listing?modo=una');
    await user.type(screen.getByRole('textbox', { name: 'Marca' }), 'vw');
    await user.type(screen.getByRole('textbox', { name: 'Modelo' }), 'Gol');
    await user.click(screen.getByRole('button', { name: 'Revisar 1 publicación' }));
    await screen.findByRole('table', { name: 'Publicaciones' });
    expect(rowOf('vw Gol').textContent).toContain('Para revisar');
    expect(rowOf('vw Gol').textContent).toContain('Color: falta');
  });
});
