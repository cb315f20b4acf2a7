import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { View } from '#contract/desk/views.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import './SaveViewDialog.tsx';
import { ViewChangesBar } from './ViewChangesBar.tsx';

const AGENCY = 'ventas@ruta9.example';
const ID = '0b9f4a52-54b7-4ad5-a5bb-9ba6a6fa7e1d';

const fiats: View = {
  id: ID,
  name: 'Los Fiat',
  search: '?marca=Fiat',
  shared: false,
  pinned: true,
  by: { id: '1', name: 'Valeria Sosa' },
  mayEdit: true,
  version: 1,
};

test('a view that cannot be saved says why, and is saved by a retry', async () => {
  const gateway = new FakeGateway().disconnect(desk.addView);
  const { screen, user, enter } = await renderPart(<ViewChangesBar agencias={[AGENCY]} viewId="hoy" />, {
    path: `/inquiries?agencia=${AGENCY}&vista=hoy&permuta=si`,
    role: 'support',
    gateway,
  });
  await user.click(await screen.findByRole('button', { name: 'Guardar como nueva' }));
  const name = await screen.findByLabelText('Nombre de la vista');
  expect(screen.queryByLabelText('Compartirla')).toBeNull();
  const save = screen.getByRole('button', { name: 'Guardar la vista' });
  await user.click(save);
  expect(screen.getByText(/^Escribí un nombre/)).toBeDefined();
  expect(gateway.calls).toEqual([]);
  await enter(name, 'Permutas de hoy');
  await user.click(save);
  expect((await screen.findByRole('alert')).textContent).toContain('No hay respuesta de Vitrina');

  gateway.reply(desk.addView, ({ body }) => ({ ...fiats, ...body }));
  await user.click(save);
  await expect.poll(() => screen.queryByLabelText('Nombre de la vista')).toBeNull();
  expect(gateway.writes.at(-1)?.body).toMatchObject({
    name: 'Permutas de hoy',
    search: '?cola=hoy&permuta=si',
    shared: false,
  });
});

test('a view that somebody saved meanwhile shows both versions, and either can be kept', async () => {
  const theirs = { ...fiats, search: '?marca=Renault', version: 2 };
  const gateway = new FakeGateway()
    .reply(desk.listViews, { views: [fiats] })
    .refuse(desk.editView, 409, { code: 'changed-meanwhile' });
  const { screen, user } = await renderPart(<ViewChangesBar agencias={[AGENCY]} viewId={ID} />, {
    path: `/inquiries?agencia=${AGENCY}&marca=Ford&vista=${ID}`,
    gateway,
  });
  const save = await screen.findByRole('button', { name: 'Guardar' });
  gateway.reply(desk.listViews, { views: [theirs] });
  await user.click(save);
  expect(await screen.findByText(/^Alguien guardó otra cosa mientras tanto/)).toBeDefined();
  expect(screen.getByRole('row', { name: /Filtros/ }).textContent).toContain('marca=Renault');

  gateway.reply(desk.editView, ({ body }) => ({ ...theirs, ...body, version: 3 }));
  await user.click(screen.getByRole('button', { name: 'Guardar lo mío' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(gateway.writes.at(-1)?.body).toMatchObject({ search: '?marca=Ford', version: 2 });
});
