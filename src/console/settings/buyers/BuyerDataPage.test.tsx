import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type BuyerData, buyerEndpoints } from '#contract/desk/buyers.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const NOTHING = { inquiries: 0, departed: 0, notes: 0, payloads: 0, jobRows: 0, texts: 0, files: 0 };
const COUNTS = { ...NOTHING, inquiries: 1, departed: 1, notes: 3, files: 2 };
const DATA: BuyerData = {
  counts: COUNTS,
  inquiries: [
    { adminMail: 'ventas@norte.example', sid: '01JCINQUIRY000000000000001', at: 1000, isIndexed: true },
    { adminMail: 'ventas@norte.example', sid: '01JCINQUIRY000000000000002', at: null, isIndexed: false },
  ],
  auditEntries: 1,
  auditDays: 1825,
  unreachable: 0,
};

async function search(data: BuyerData) {
  const gateway = new FakeGateway().reply(buyerEndpoints.findBuyerData, data);
  const rendered = await renderPage('/settings/buyer-data', { gateway });
  const { screen, user } = rendered;
  await user.type(await screen.findByRole('textbox', { name: 'Teléfono' }), '351 555 0111');
  await user.type(screen.getByRole('textbox', { name: 'Referencia (opcional)' }), 'Expediente 7');
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  return rendered;
}

test('a search without phone, mail or document is not sent', async () => {
  const { screen, user, gateway } = await renderPage('/settings/buyer-data');
  await user.type(await screen.findByRole('textbox', { name: 'Referencia (opcional)' }), 'Expediente 7');
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByText('Escribí un teléfono, un correo o un documento.');
  expect(gateway.writes).toEqual([]);
});

test('what is held is shown, downloaded, and erased once that is confirmed', async () => {
  const { screen, user, gateway } = await search(DATA);
  const found = within(await screen.findByRole('region', { name: 'Qué hay' }));
  expect(found.getAllByRole('link')).toHaveLength(1);
  found.getByText(/1 cambio de la auditoría la nombra/);
  const body = { phone: '351 555 0111', reference: 'Expediente 7' };
  expect(gateway.writes.map((write) => write.body)).toEqual([body]);
  expect(window.location.search).toBe('');

  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  gateway
    .reply(buyerEndpoints.exportBuyerData, { Consultas: [] })
    .reply(buyerEndpoints.eraseBuyerData, COUNTS);
  await user.click(screen.getByRole('button', { name: 'Descargar lo que hay' }));
  await screen.findByText(/^Leé el archivo antes de entregarlo/);

  const draft = 'vitrina-draft:note ventas@norte.example 01jcinquiry000000000000001';
  localStorage.setItem(draft, 'Llamar a Eva');
  await user.click(screen.getByRole('button', { name: 'Borrar los datos…' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Borrar los datos de esta persona?' }));
  dialog.getByText(/^No se alcanza: lo que tiene el servicio/);
  expect(dialog.getByRole('button', { name: 'Borrar los datos' })).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox'), 'borrar');
  await user.click(dialog.getByRole('button', { name: 'Borrar los datos' }));
  const receipt = within(await screen.findByRole('region', { name: 'Se borró' }));
  receipt.getByText('Notas');
  expect(localStorage.getItem(draft)).toBeNull();
  expect(gateway.writes.map((write) => write.body)).toEqual([body, body, body]);
});

test('a person of whom nothing is held can still be erased', async () => {
  const { screen } = await search({
    ...DATA,
    counts: { ...NOTHING, files: 2 },
    inquiries: [],
    auditEntries: 0,
  });
  await screen.findByText(/^No hay nada de esta persona/);
  expect(screen.queryByRole('button', { name: 'Descargar lo que hay' })).toBeNull();
  screen.getByRole('button', { name: 'Borrar los datos…' });
});

test('a refused search keeps the form, and says what is wrong at its field', async () => {
  const gateway = new FakeGateway().refuse(buyerEndpoints.findBuyerData, 400, {
    code: 'invalid-request',
    Errors: { reference: ['names-buyer'] },
  });
  const { screen, user } = await renderPage('/settings/buyer-data', { gateway });
  await user.type(await screen.findByRole('textbox', { name: 'Correo' }), 'ana@x.example');
  await user.type(screen.getByRole('textbox', { name: 'Referencia (opcional)' }), 'De ana@x.example');
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByText('Queda en la auditoría: no puede nombrar a la persona.');
  expect(screen.getByRole('textbox', { name: 'Correo' })).toHaveProperty('value', 'ana@x.example');
});

test.each(['seller', 'support'] as const)('%s does not see the page', async (role) => {
  const { screen } = await renderPage('/settings/buyer-data', { role });
  await screen.findByRole('heading', { name: /no/i });
  expect(screen.queryByText('Privacidad')).toBeNull();
});
