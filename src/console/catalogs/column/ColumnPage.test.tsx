import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { matchingEndpoints } from '#contract/desk/matching.ts';
import { matchMake, openColumnGateway } from '#testing/column-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

async function open(options: Parameters<typeof renderPage>[1] = {}) {
  const { gateway, answers } = openColumnGateway();
  const page = await renderPage('/catalogs/column', { gateway, ...options });
  const { screen, user } = page;
  const paste = async (text: string) => {
    await user.click(screen.getByLabelText('Columna o tabla'));
    await user.paste(text);
  };
  const compare = async () => {
    await user.click(await screen.findByRole('button', { name: /^Comparar \d/ }));
    return screen.findByRole('table', { name: 'Valores de la columna' });
  };
  const rowOf = (value: string) => screen.getByRole('row', { name: new RegExp(`^Valor ?${value}`) });
  return { ...page, answers, paste, compare, rowOf };
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

describe('a column', () => {
  it('is pasted, compared, decided and saved as a file with the same columns', async () => {
    const downloads = watchDownloads();
    const { screen, user, paste, compare, answers } = await open();
    await paste('Marca\tNota\nVW\t=1+1\nvolksvagen\tb\nVW\tc\nfords\td\nlada\te\n');
    expect(await screen.findByText(/5 filas/)).toBeTruthy();
    const table = await compare();
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    expect(screen.getByRole('tab', { name: 'Seguras 1' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Dudosas 2' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Sin coincidencia 1' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: /Sin comparar/ })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Aceptar 1 dudosa desde 75 puntos' }));
    await user.click(screen.getByRole('button', { name: 'Elegir para «lada»' }));
    await user.type(screen.getByRole('combobox', { name: 'Entrada para «lada»' }), 'renau');
    await user.click(await screen.findByRole('option', { name: 'Renault' }));
    await user.click(screen.getByRole('button', { name: 'Ninguna para «fords»' }));
    await user.click(screen.getByRole('button', { name: 'Guardar 2 respuestas en el diccionario' }));
    await vi.waitFor(() =>
      expect(answers).toEqual(
        new Map([
          ['fords', null],
          ['lada', '64'],
        ]),
      ),
    );

    await user.click(screen.getByRole('button', { name: 'Exportar CSV' }));
    await vi.waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Marca;Nota;Marca: id;Marca: nombre;Marca: enlace;Marca: puntaje;Marca: estado',
      "VW;'=1+1;77;Volkswagen;/v3/marcas/77;97;segura",
      'volksvagen;b;77;Volkswagen;/v3/marcas/77;83;aceptada por puntaje',
      'VW;c;77;Volkswagen;/v3/marcas/77;97;segura',
      'fords;d;;;;;sin coincidencia',
      'lada;e;64;Renault;/v3/marcas/64;;elegida a mano',
      '',
    ]);
  });

  it('suggests the answers of the dictionary, which can be changed and undone', async () => {
    const { screen, user, paste, compare, answers } = await open();
    answers.set('lada', '24');
    await paste('VW\nlada\n');
    const table = await compare();
    expect(within(table).getByText('Lo respondió Paula')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Seguras 2' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ninguna para «lada»' }));
    expect(within(table).getByText('elegida a mano')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Deshacer lo decidido sobre «lada»' }));
    expect(within(table).getByText('del diccionario')).toBeTruthy();
  });

  it('is unknown where it cannot be compared, never without a match, and can be retried', async () => {
    const { screen, user, paste, gateway } = await open();
    await paste(`Marca\n${Array.from({ length: 250 }, (_, at) => `VW ${at}`).join('\n')}`);
    const start = await screen.findByRole('button', { name: 'Comparar 250 valores distintos' });
    let calls = 0;
    gateway.reply(matchingEndpoints.matchValues, ({ body }) => {
      calls += 1;
      if (calls === 2)
        return Response.json({ Type: '/problems/upstream-unreachable', Status: 503 }, { status: 503 });
      return { results: body.values.map(() => matchMake('VW', new Map())) };
    });
    await user.click(start);
    expect(await screen.findByText('El servicio no responde')).toBeTruthy();
    expect(screen.getByText('No es un «no»: no se sabe si 50 valores tienen coincidencia.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Sin comparar 50' }));
    expect(screen.getAllByText('No se sabe: falta comparar')).toHaveLength(25);
    expect(screen.queryByText('Sin coincidencia')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('tab', { name: 'Seguras 250' })).toBeTruthy();
    expect(calls).toBe(3);
  });

  it('is compared for a seller without remembering the answers', async () => {
    const { screen, user, paste, compare } = await open({ role: 'seller' });
    await paste('VW\nlada\n');
    await compare();
    await user.click(screen.getByRole('button', { name: 'Ninguna para «lada»' }));
    expect(screen.queryByRole('button', { name: /diccionario/ })).toBeNull();
  });
});

describe('a text or file', () => {
  it('says why it is no table, and keeps the text', async () => {
    const { screen, user, paste } = await open();
    await paste('x\n'.repeat(10_002));
    expect(await screen.findByText('Tiene más de 10.000 filas. Dividila en partes.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Columna o tabla').value).toHaveLength(20_004);
    const file = new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'viejo.csv');
    await user.upload(screen.getByLabelText('Archivo CSV o XLSX'), file);
    expect(await screen.findByText(/Es un libro de Excel anterior a 2007/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Columna o tabla').value).toHaveLength(20_004);
  });

  it('has names in its first row only where somebody says so', async () => {
    const { screen, user, paste } = await open();
    await paste('Uno;Dos\nVW;x\n');
    expect(await screen.findByText(/2 filas/)).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Encabezado' }));
    await user.click(await screen.findByRole('option', { name: '1: Uno · Dos' }));
    expect(await screen.findByText(/1 fila/)).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Columna' }).textContent).toBe('Uno');
  });
});
