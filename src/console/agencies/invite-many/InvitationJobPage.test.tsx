import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type InvitationFunnel, bulkInvitationEndpoints } from '#contract/desk/bulk-invitations.ts';
import { type Job, jobEndpoints } from '#contract/desk/jobs.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const ID = '0190a0f0-0000-7000-8000-000000000000';
const JOB: Job = {
  id: ID,
  kind: 'invitations',
  state: 'done',
  by: { id: '1', name: 'Paula' },
  createdAt: 0,
  finishedAt: 1,
  rows: 4,
  done: 4,
  failed: 0,
  change: null,
  to: null,
  name: 'agencias.csv',
  columns: ['Correo'],
  reminderOf: null,
  missed: null,
  file: null,
  undoneBy: null,
  canRetry: false,
};

type Invited = InvitationFunnel['agencies'][number];
const invited = (name: string, original: Partial<Invited> = {}): Invited => ({
  adminMail: `${name}@a.example`,
  name,
  sentAt: Date.now() - 48 * HOUR_MS,
  sends: 1,
  registeredAt: null,
  isRegistered: false,
  firstInquiryAt: null,
  ...original,
});

function openGateway() {
  return new FakeGateway()
    .reply(jobEndpoints.viewJob, JOB)
    .reply(bulkInvitationEndpoints.viewInvitationFunnel, {
      agencies: [
        invited('norte', { isRegistered: true, registeredAt: 1, firstInquiryAt: 2 }),
        invited('sur', { isRegistered: true, registeredAt: 1 }),
        invited('este'),
        invited('oeste', { sentAt: Date.now() - HOUR_MS, sends: 2 }),
      ],
    })
    .reply(bulkInvitationEndpoints.remindAgencies, ({ body }) => ({ ...JOB, id: body.id, reminderOf: ID }));
}

test('agencies that did not register are reminded after a confirmation, a day after the last mail', async () => {
  const { screen, user, gateway } = await renderPage(`/agencies/invite-many/${ID}`, {
    gateway: openGateway(),
  });
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Enviadas4 · 100/),
      expect.stringMatching(/^Registradas2 · 50/),
      expect.stringMatching(/^Con su primera consulta1 · 25/),
    ]),
  );
  const table = screen.getByRole('table', { name: 'Agencias invitadas' });
  expect(within(table).getByRole('row', { name: /oeste/ }).textContent).toContain('2 envíos');

  await user.click(screen.getByRole('button', { name: 'Recordar a 1 que no se registró…' }));
  await screen.findByText(/A ninguna se le recuerda más de una vez por día/);
  expect(gateway.writes).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Enviar los recordatorios' }));
  await screen.findByText(/Se están enviando los recordatorios/);
  expect(gateway.writes).toMatchObject([{ name: `POST /desk/jobs/${ID}/reminders` }]);
});

test('a refused reminder is shown and can be repeated with the same id', async () => {
  const gateway = openGateway().refuse(bulkInvitationEndpoints.remindAgencies, 409, {
    code: 'changed-meanwhile',
  });
  const { screen, user } = await renderPage(`/agencies/invite-many/${ID}`, { gateway });
  await user.click(await screen.findByRole('button', { name: /^Recordar a 1/ }));
  await user.click(await screen.findByRole('button', { name: 'Enviar los recordatorios' }));
  await within(await screen.findByRole('dialog')).findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Enviar los recordatorios' }));
  await within(screen.getByRole('dialog')).findByRole('alert');
  const ids = gateway.writes.map(({ body }) => (body as { id: string }).id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
