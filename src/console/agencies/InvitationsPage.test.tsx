import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Invitation } from '#contract/desk/invitations.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const [FIRST, SECOND] = ['ventas@ruta9.example', 'ventas@otra.example'] as const;
const invitation = (id: string, adminMail: string, at: number): Invitation => ({
  id,
  adminMail,
  name: null,
  state: 'sent',
  location: null,
  sends: [{ at, by: 'socia@vitrina.example', status: 202 }],
  checkedAt: null,
  nextCheckAt: null,
  registeredAt: null,
  note: '',
  noteBy: null,
  version: 1,
});

test.each([
  ['', 'sent'],
  ['?state=sent', 'registered'],
  ['?sort=sends', 'sent'],
] as const)('an invitation that is sent again stays in its place, with %s then %s', async (search, state) => {
  let second = invitation('2', SECOND, 1000);
  const gateway = new FakeGateway()
    .reply(desk.listInvitations, () => ({ invitations: [invitation('1', FIRST, 2000), second] }))
    .reply(v3.listAgencies, { _links: {}, _entries: [] })
    .reply(v3.inviteAgency, () => {
      second = { ...invitation('2', SECOND, 3000), state };
      return Response.json({ _links: {} }, { status: 202 });
    });
  const { screen, user } = await renderPage(`/agencies/invitations${search}`, { gateway });
  const listMails = () => screen.getAllByText(/@\w+\.example$/).map((element) => element.textContent);
  const again = await screen.findByRole('button', { name: `Enviar otra vez a ${SECOND}` });
  const before = listMails();
  await user.click(again);
  await screen.findByText('Se envió otra vez.');
  expect(listMails()).toEqual(before);
});
