import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { agencyEndpoints } from '#contract/agencies.ts';
import { type InviteAgencies, bulkInvitationEndpoints } from '#contract/desk/bulk-invitations.ts';
import { invitationEndpoints } from '#contract/desk/invitations.ts';
import { type Job, jobEndpoints } from '#contract/desk/jobs.ts';
import { type MatchedValue, matchingEndpoints } from '#contract/desk/matching.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const ROSARIO = { id: '1833', link: '/v3/ciudades/1833', name: 'Rosario', region: 'Santa Fe' };
const TALA = { id: '900', link: '/v3/ciudades/900', name: 'Rosario del Tala', region: 'Santa Fe' };

function match(value: string): MatchedValue {
  const score = value === 'Rosario' ? 1 : 0.83;
  return {
    certainty: score === 1 ? 'sure' : 'doubtful',
    candidates: [
      { entry: ROSARIO, score, reason: 'same' },
      { entry: TALA, score: 0.7, reason: 'words' },
    ],
    region: 'Santa Fe',
    answer: null,
  };
}

const JOB: Job = {
  id: '0190a0f0-0000-7000-8000-000000000000',
  kind: 'invitations',
  state: 'running',
  by: { id: '1', name: 'Paula' },
  createdAt: 0,
  finishedAt: null,
  rows: 5,
  done: 3,
  failed: 2,
  change: null,
  name: '',
  columns: ['Correo'],
  to: null,
  reminderOf: null,
  missed: null,
  file: null,
  undoneBy: null,
  canRetry: false,
};

function openGateway() {
  return new FakeGateway()
    .reply(agencyEndpoints.listAgencies, { _links: {}, _entries: [] })
    .reply(invitationEndpoints.listInvitations, { invitations: [] })
    .reply(matchingEndpoints.matchValues, ({ body }) => ({
      results: body.values.map(({ value }) => match(value)),
    }))
    .reply(bulkInvitationEndpoints.inviteAgencies, ({ body }) => ({ ...JOB, id: body.id }))
    .reply(bulkInvitationEndpoints.viewInvitationFunnel, { agencies: [] })
    .reply(jobEndpoints.viewJob, ({ params }) => ({ ...JOB, id: params.id }));
}

const ROWS = [
  'Correo\tAgencia\tTeléfono\tProvincia\tCiudad',
  'uno@a.example\tUno\tconsultar\tSanta Fe\tRosario',
  'dos@a.example\tDos\tconsultar\tSanta Fe\tRosaro',
  'tres@a.example\tTres\t11 5555 0101\tSanta Fe\tRosaro',
  'UNO@a.example\tUno bis\t\t\t',
  '\tSin correo\t\t\t',
].join('\n');

async function open(gateway = openGateway(), rows = ROWS) {
  const page = await renderPage('/agencies/invite-many', { gateway });
  const { screen, user } = page;
  await user.click(screen.getByLabelText('Agencias, una por fila'));
  await user.paste(rows);
  return { ...page, gateway, tab: (name: string) => screen.findByRole('tab', { name }) };
}

test('a faulty value of many rows is mended once, and the job gets ready rows and the others with reasons', async () => {
  const { screen, user, enter, gateway, tab } = await open();
  expect((await screen.findByRole('combobox', { name: 'Correo de quien administra' })).textContent).toBe(
    'Correo',
  );
  await tab('Para corregir 4');
  await tab('Repetidas en el archivo 1');
  await tab('Listas 0');

  const phone = screen.getByRole('textbox', { name: 'Teléfono, «consultar»' });
  await user.clear(phone);
  await enter(phone, '11 4555 0102');
  await user.keyboard('{Enter}');
  await tab('Para corregir 3');
  expect(document.activeElement).toBe(phone);

  const cities = screen.getByRole('region', { name: 'Ciudad: no está en el catálogo' });
  within(cities).getByText(/Filas 2, 3/);
  within(cities).getByRole('button', {
    name: 'Rosario del Tala (Santa Fe) · 70: aceptar para «Rosaro»',
  });
  await user.click(
    within(cities).getByRole('button', { name: 'Rosario (Santa Fe) · 83: aceptar para «Rosaro»' }),
  );
  await tab('Listas 3');
  expect(document.activeElement?.textContent).toBe('Deshacer');

  await user.click(await tab('Listas 3'));
  expect(within(screen.getByRole('table', { name: 'Filas' })).getAllByRole('row')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Invitar a 3 agencias…' }));
  await user.click(await screen.findByRole('button', { name: 'Invitar' }));
  await screen.findByRole('heading', { name: 'Agencias invitadas', level: 1 });
  const sent = gateway.writes.find(({ name }) => name === 'POST /desk/invitation-jobs')
    ?.body as InviteAgencies;
  expect(sent.rows.slice(0, 2)).toMatchObject([
    { agency: { AdminMail: 'uno@a.example', Telefono: '11 4555 0102', Ciudad: 'Rosario' } },
    { agency: { AdminMail: 'dos@a.example', Telefono: '11 4555 0102', Ciudad: 'Rosario' } },
  ]);
  expect(sent.rows.slice(3)).toEqual([
    {
      cells: ['UNO@a.example', 'Uno bis', '', '', ''],
      skipped: 'twice',
      detail: 'Mismo correo que la fila 1',
    },
    {
      cells: ['', 'Sin correo', '', '', ''],
      skipped: 'malformed',
      detail: 'Correo de quien administra: falta',
    },
  ]);
});

test('rows whose look-up failed are not sent, nor shown as without a match, until it is repeated', async () => {
  const gateway = openGateway().refuse(matchingEndpoints.matchValues, 503, { code: 'upstream-unreachable' });
  const { screen, user, tab } = await open(gateway);
  await screen.findByText('No se pudieron buscar las ciudades en el catálogo');
  await tab('Sin comprobar 1');
  expect(screen.queryByText('Nada parecido en el catálogo.')).toBeNull();
  gateway.reply(matchingEndpoints.matchValues, ({ body }) => ({
    results: body.values.map(({ value }) => match(value)),
  }));
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByRole('button', { name: 'Rosario (Santa Fe) · 83: aceptar para «Rosaro»' });
  expect(screen.queryByRole('tab', { name: /Sin comprobar/ })).toBeNull();
});

test('columns chosen by hand are remembered for the next file', async () => {
  const first = await open();
  await first.user.click(await first.screen.findByRole('combobox', { name: 'WhatsApp' }));
  await first.user.click(await first.screen.findByRole('option', { name: 'Teléfono' }));
  await vi.waitFor(() => expect(localStorage.getItem('vitrina-agency-columns:1')).toContain('WhatsApp'));
  document.body.replaceChildren();
  const { screen } = await open();
  expect((await screen.findByRole('combobox', { name: 'WhatsApp' })).textContent).toBe('Teléfono');
});

test('lines above the names of the columns are skipped, and nothing is sent to them', async () => {
  const { screen, tab } = await open(
    openGateway(),
    `Hola, te paso las agencias\t\t\t\t\n\nFecha\t12/3/2026\t\t\t\n${ROWS}`,
  );
  expect((await screen.findByRole('combobox', { name: 'Correo de quien administra' })).textContent).toBe(
    'Correo',
  );
  screen.getByText('Se saltean 2 filas.');
  await tab('Para corregir 4');
});

test('a table with unclear names waits for the person to choose them', async () => {
  const { screen, user } = await open(
    openGateway(),
    'Listado del mes\t\t\nQuién\tDónde\tCuándo\nuno@a.example\tSalta\tayer\ndos@a.example\tSalta\thoy',
  );
  await screen.findByText(/No está claro qué fila tiene los nombres/);
  expect(screen.queryByRole('button', { name: /^Invitar a/ })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Encabezado' }));
  await user.click(await screen.findByRole('option', { name: '2: Quién · Dónde · Cuándo' }));
  expect((await screen.findByRole('combobox', { name: 'Correo de quien administra' })).textContent).toBe(
    'Quién',
  );
  screen.getByText('Se saltea 1 fila.');
});

test('a column with city and province is split, and a cell with two mails waits for a choice', async () => {
  const { screen, user, tab } = await open(
    openGateway(),
    'Correo\tLocalidad y provincia\nAna <uno@a.example>.\tRosario, Santa Fe\ndos@a.example / tres@a.example\tRosario, Santa Fe',
  );
  await screen.findByText('«Localidad y provincia» tiene varios datos en cada celda: se separó en columnas.');
  expect(screen.getByRole('combobox', { name: 'Ciudad' }).textContent).toBe('Localidad');
  await tab('Listas 1');
  await user.click(await screen.findByRole('button', { name: 'tres@a.example' }));
  await tab('Listas 2');
});
