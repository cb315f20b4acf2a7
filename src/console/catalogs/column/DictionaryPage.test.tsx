import { expect, it, vi } from 'vitest';
import { catalogEndpoints } from '#contract/catalogs.ts';
import { type SavedAnswer, matchingEndpoints } from '#contract/desk/matching.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const make = (id: string, name: string) => ({ id, name, link: `/v3/marcas/${id}`, region: null });
const answer = (id: string, value: string, entry: SavedAnswer['entry']): SavedAnswer => ({
  id,
  value,
  province: '',
  entry,
  by: { id: '1', name: 'Paula Ferreyra' },
  at: Date.parse('2026-03-05T14:30:00Z'),
});

function openGateway() {
  let answers = [answer('1', 'Bora', make('77', 'Volkswagen')), answer('2', 'moto', null)];
  return new FakeGateway()
    .reply(matchingEndpoints.listAnswers, () => ({ answers }))
    .reply(matchingEndpoints.deleteAnswer, ({ params }) => {
      answers = answers.filter(({ id }) => id !== params.id);
      return undefined;
    })
    .reply(matchingEndpoints.saveAnswers, ({ body }) => {
      for (const { value, entryId } of body.answers)
        answers = [
          ...answers.filter((other) => other.value !== value),
          answer('3', value, entryId === null ? null : make(entryId, 'Ford')),
        ];
    })
    .reply(catalogEndpoints.listMakes, {
      _links: {},
      _entries: [
        { Nombre: 'Ford', Codenames: [], Modelos: null, _links: { self: { href: '/v3/marcas/24' } } },
      ],
    });
}

it('a partner finds, changes, deletes and restores answers', async () => {
  const { screen, user, gateway } = await renderPage('/catalogs/dictionary?q=bora', {
    gateway: openGateway(),
  });
  expect(await screen.findByRole('link', { name: 'Volkswagen' })).toBeTruthy();
  expect(screen.queryByText('moto')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Cambiar la respuesta para «Bora»' }));
  await user.type(screen.getByRole('combobox', { name: 'Entrada para «Bora»' }), 'for');
  await user.click(await screen.findByRole('option', { name: 'Ford' }));
  expect(await screen.findByRole('link', { name: 'Ford' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Borrar la respuesta para «Bora»' }));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await vi.waitFor(() =>
    expect(gateway.writes.map(({ name, body }) => [name, body])).toEqual([
      ['PUT /desk/catalogs/make/answers', { answers: [{ value: 'Bora', province: '', entryId: '24' }] }],
      ['DELETE /desk/catalogs/make/answers/3', undefined],
      ['PUT /desk/catalogs/make/answers', { answers: [{ value: 'Bora', province: '', entryId: '24' }] }],
    ]),
  );
});

it('a seller reads the dictionary and changes nothing', async () => {
  const { screen } = await renderPage('/catalogs/dictionary', { gateway: openGateway(), role: 'seller' });
  expect(await screen.findByRole('link', { name: 'Volkswagen' })).toBeTruthy();
  expect(screen.getByText('Ninguna')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(?:Cambiar|Borrar)/ })).toBeNull();
});

it('a dictionary that cannot be read is not shown as empty', async () => {
  const gateway = openGateway().refuse(matchingEndpoints.listAnswers, 503, { code: 'storage-unavailable' });
  const { screen } = await renderPage('/catalogs/dictionary', { gateway });
  expect(await screen.findByText('Vitrina no puede acceder a su base de datos')).toBeTruthy();
  expect(screen.queryByText(/Todavía no hay respuestas/)).toBeNull();
});
