import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AgencyCrm } from '#contract/desk/crm.ts';
import { desk } from '#contract/desk/desk.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const MAIL = 'ventas@ruta9.example';
const none: AgencyCrm = {
  mail: null,
  format: 'adf',
  version: 0,
  waiting: 0,
  lastAcceptedAt: null,
  lastFailure: null,
};
const set: AgencyCrm = { ...none, mail: 'consultas@crm.example', version: 1 };

async function open(crm: AgencyCrm, role: Role = 'partner') {
  const gateway = new FakeGateway()
    .reply(v3.viewAgency, { AdminMail: MAIL, Nombre: 'Ruta 9', Operadores: [], _links: {} })
    .reply(desk.viewAgencyCrm, crm);
  const { screen } = await renderPage(`/agencies/${MAIL}`, { gateway, role });
  return { screen, gateway };
}

test('an address is set, and a wrong one is refused at the field', async () => {
  const { screen, gateway } = await open(none);
  gateway.reply(desk.setAgencyCrm, set);
  await userEvent.click(await screen.findByRole('button', { name: 'Configurar' }));
  const field = await screen.findByRole('textbox', { name: 'Dirección de correo del CRM' });
  await userEvent.type(field, 'crm');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText(/Escribí una dirección, como/);
  await userEvent.clear(field);
  await userEvent.type(field, 'consultas@crm.example');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await expect
    .poll(() => gateway.writes.filter(({ name }) => name === `PUT /desk/agencies/${MAIL}/crm`))
    .toMatchObject([{ body: { mail: 'consultas@crm.example', format: 'adf', version: 0 } }]);
  expect(await screen.findByRole('button', { name: 'Enviar una prueba' })).toBeTruthy();
});

test('support sees the address and why the last mail failed, and changes nothing', async () => {
  const at = Date.parse('2026-03-05T14:30:00Z');
  const failing = { ...set, waiting: 2, lastFailure: { at, reason: '550 No such mailbox' } };
  const { screen } = await open(failing, 'support');
  expect(await screen.findByText(/550 No such mailbox/)).toBeTruthy();
  expect(screen.getByText('2 correos')).toBeTruthy();
  for (const name of ['Cambiar', 'Enviar una prueba'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
