import { expect, test } from 'vitest';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const MAIL = 'ventas@ruta9.example';

const CITIES = [
  ['Viedma', 'Río Negro'],
  ['Villa Rosario', 'Entre Ríos'],
  ['Rosario', 'Santa Fe'],
].map(([name, region], at) => ({ href: `/v3/ciudades/${at + 1}`, title: `${name} (${region})` }));

async function openEdit(agency: { Region?: string; Ciudad?: string } = {}) {
  const read = { AdminMail: MAIL, Nombre: 'Ruta 9', Region: null, Ciudad: null, ...agency, _links: {} };
  const gateway = new FakeGateway()
    .reply(v3.viewAgency, read)
    .reply(v3.editAgency, read)
    .reply(v3.listCities, { _entries: CITIES, _links: {} });
  const page = await renderPage(`/agencies/${MAIL}/edit`, { gateway });
  const province = await page.screen.findByLabelText<HTMLInputElement>('Provincia');
  const city = page.screen.getByLabelText<HTMLInputElement>('Ciudad');
  const sent = () => gateway.calls.filter(({ name }) => name.startsWith('PUT ')).map(({ body }) => body);
  return { ...page, province, city, sent };
}

test('Enter in the list of provinces chooses the best suggestion, and the next Enter sends the form', async () => {
  const { screen, user, province, sent } = await openEdit();
  await user.type(province, 'Río');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Río Negro',
    'Entre Ríos',
    'La Rioja',
  ]);
  await user.keyboard('{Enter}');
  expect(province.value).toBe('Río Negro');
  expect(sent()).toEqual([]);
  await user.keyboard('{Enter}');
  await expect.poll(sent).toEqual([{ Region: 'Río Negro' }]);
});

test('a province that is not in the list can be typed after Escape', async () => {
  const { user, province, sent } = await openEdit();
  await user.type(province, 'Río{Escape}{Enter}');
  await expect.poll(sent).toEqual([{ Region: 'Río' }]);
});

test('a city fills in its province, also over half a name', async () => {
  const { screen, user, province, city } = await openEdit();
  await user.type(province, 'Sant{Escape}');
  await user.type(city, 'rosario');
  const [best] = await screen.findAllByRole('option');
  expect(best?.textContent).toContain('Santa Fe');
  await user.keyboard('{Enter}');
  expect([province.value, city.value]).toEqual(['Santa Fe', 'Rosario']);
});

test('a changed province empties the city, and the first one keeps it', async () => {
  const { user, province, city } = await openEdit();
  await user.type(city, 'Viedma{Escape}');
  await user.type(province, 'Río Negro{Enter}');
  expect([province.value, city.value]).toEqual(['Río Negro', 'Viedma']);
  await user.type(province, '{Backspace}');
  expect(city.value).toBe('');
});
