import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Invitation } from '#contract/desk/invitations.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const mail = 'ventas@ruta9.example';
const invitation: Invitation = {
  id: '1',
  adminMail: mail,
  name: null,
  state: 'sent',
  location: null,
  sends: [{ at: 0, by: 'socia@vitrina.example', status: 202 }],
  checkedAt: null,
  nextCheckAt: null,
  registeredAt: null,
  note: '',
  noteBy: null,
  version: 1,
};

test('a note that a colleague changed meanwhile is shown before it is overwritten', async () => {
  const theirs = { ...invitation, note: 'Ya llamé yo', noteBy: 'soporte@vitrina.example', version: 2 };
  const gateway = new FakeGateway()
    .reply(desk.listInvitations, { invitations: [invitation] })
    .reply(v3.listAgencies, { _links: {}, _entries: [] })
    .refuse(desk.editInvitationNote, 409, { code: 'changed-meanwhile' })
    .reply(desk.viewInvitation, theirs);
  const { screen, user, enter } = await renderPage('/agencies/invitations', { gateway });
  await user.click(await screen.findByRole('button', { name: `Anotar algo de ${mail}` }));
  await enter(screen.getByLabelText(`Nota de ${mail}`), 'Llamar el lunes');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText(/Alguien la cambió mientras tanto: «Ya llamé yo»/);
  gateway.reply(desk.editInvitationNote, ({ body }) => ({ ...theirs, ...body, version: 3 }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText('Llamar el lunes');
  expect(gateway.writes.at(-1)?.body).toEqual({ note: 'Llamar el lunes', version: 2 });
});
