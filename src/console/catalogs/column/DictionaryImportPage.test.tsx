import { expect, it, vi } from 'vitest';
import { type MatchedValue, type SaveAnswers, matchingEndpoints } from '#contract/desk/matching.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const VW = { id: '77', name: 'Volkswagen', link: '/v3/marcas/77', region: null };

const match = (value: string): MatchedValue => ({
  certainty: 'doubtful',
  candidates: value === '77' ? [{ entry: VW, score: 1, reason: 'code' }] : [],
  region: null,
  answer: null,
});

async function open(role?: 'seller') {
  const saved: SaveAnswers[] = [];
  const gateway = new FakeGateway()
    .reply(matchingEndpoints.listAnswers, { answers: [] })
    .reply(matchingEndpoints.matchValues, ({ body }) => ({
      results: body.values.map(({ value }) => match(value)),
    }))
    .reply(matchingEndpoints.saveAnswers, ({ body }) => {
      saved.push(body);
    });
  const page = await renderPage('/catalogs/dictionary/import', { gateway, ...(role && { role }) });
  const paste = async (text: string) => {
    await page.user.click(page.screen.getByLabelText('Tabla de respuestas'));
    await page.user.paste(text);
  };
  return { ...page, saved, paste };
}

it('an exported dictionary is tried, and imported whole once its faults are left out', async () => {
  const { screen, user, paste, saved } = await open();
  await paste('Valor\tProvincia\tId\tNombre\nvagen\t\t77\tVolkswagen\nlada\t\t\t\nx\t\t9\tNada\n');
  await user.click(await screen.findByRole('button', { name: 'Probar 3 filas' }));
  await screen.findByRole('table', { name: 'Respuestas del archivo' });
  expect(screen.getByText('El id «9» no está en el catálogo.')).toBeTruthy();
  const start = () => screen.getByRole('button', { name: 'Importar 2 respuestas' });
  expect(start()).toHaveProperty('disabled', true);
  expect(saved).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'Dejar afuera 1 fila con error' }));
  await user.click(start());
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.answers).toEqual([
    { value: 'vagen', province: '', entryId: '77' },
    { value: 'lada', province: '', entryId: null },
  ]);
  expect(await screen.findByRole('heading', { name: 'Diccionario' })).toBeTruthy();
});
