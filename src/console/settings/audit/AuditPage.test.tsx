import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test.each(['__proto__', 'constructor', 'toString'])(
  'an action and a reason without a text are shown as they came: %s',
  async (word) => {
    const entry = {
      id: '01JCXXXXXXXXXXXXXXXXXXXXXX',
      at: 1_772_721_000_000,
      person: { id: '1', mail: 'socia@vitrina.example', role: 'partner' },
      address: '192.0.2.1',
      action: word,
      agency: null,
      target: null,
      outcome: 'refused',
      status: 403,
      code: word,
      request: { from: null, to: null, filters: [word], view: null },
      result: null,
    };
    const gateway = new FakeGateway().reply(desk.listAudit, { entries: [entry], more: false });
    const { screen } = await renderPage('/settings/audit', { gateway });
    const row = await screen.findByText(new RegExp(`hacer algo que esta versión no conoce: ${word}`));
    expect(row.closest('tr, li')?.textContent).toContain(word);
    expect(document.body.textContent.split(word).length - 1).toBeGreaterThanOrEqual(2);
  },
);

const refusedSignIn = {
  at: 0,
  person: null,
  address: '192.0.2.1',
  action: 'signIn',
  agency: null,
  target: null,
  outcome: 'refused',
  status: 401,
  code: 'wrong-credentials',
  request: null,
  result: null,
};

test('older entries are on the next page, and a link leads back to the newest', async () => {
  const pages: Record<string, object> = {
    newest: {
      entries: [{ ...refusedSignIn, id: '01JC0000000000000000000002', agency: 'nueva@x.example' }],
      more: true,
    },
    '01JC0000000000000000000002': {
      entries: [{ ...refusedSignIn, id: '01JC0000000000000000000001', agency: 'vieja@x.example' }],
      more: false,
    },
  };
  const gateway = new FakeGateway().reply(
    desk.listAudit,
    ({ query }) => pages[query.get('before') ?? 'newest'],
  );
  const { screen, user } = await renderPage('/settings/audit', { gateway });
  await screen.findByText('nueva@x.example');
  await user.click(screen.getByRole('link', { name: 'Más antiguas' }));
  await screen.findByText('vieja@x.example');
  expect(screen.queryByRole('link', { name: 'Más antiguas' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Las más nuevas' }));
  await screen.findByText('nueva@x.example');
});

test('an empty audit says so, and which parameters of its address are unreadable', async () => {
  const gateway = new FakeGateway().reply(desk.listAudit, { entries: [], more: false });
  const { screen } = await renderPage('/settings/audit?person=nadie&from=manana', { gateway });
  await screen.findByText(/No se entiende «from=manana»/);
  await screen.findByText(/Nada de lo registrado coincide/);
  expect(screen.getByRole('link', { name: 'Ver todo' })).toBeTruthy();
});

test.each([
  [
    { action: 'changeFollowUp', targetName: 'Ana Paz' },
    'no pudo cambiar el seguimiento de una consulta de Ana Paz en ventas@ruta9.example',
  ],
  [{ action: 'changeFollowUp' }, 'no pudo cambiar el seguimiento de una consulta de ventas@ruta9.example'],
  [
    { action: 'changeFollowUp', agency: null },
    'no pudo cambiar el seguimiento de una consulta de una agencia',
  ],
  [{ action: 'editAgency', agency: null }, 'no pudo editar la agencia'],
  [{ action: 'invitePerson', agency: null, target: null }, 'no pudo invitar a alguien'],
  [
    { action: 'editWebhook', agency: null, target: 'consulta-recibida' },
    'no pudo editar el aviso Consultas nuevas',
  ],
])('an entry is a sentence without gaps, and names whom it is about: %j', async (known, sentence) => {
  const entry = {
    ...refusedSignIn,
    id: '01JC0000000000000000000001',
    agency: 'ventas@ruta9.example',
    target: '01JDYYYYYYYYYYYYYYYYYYYYYY',
    ...known,
  };
  const gateway = new FakeGateway().reply(desk.listAudit, { entries: [entry], more: false });
  const { screen } = await renderPage('/settings/audit', { gateway });
  expect((await screen.findByText(/no pudo/)).textContent).toBe(`Alguien sin cuenta ${sentence}`);
});

test.each([
  [[{ field: 'status', from: 'new', to: 'contacted' }], 'Estado: Nueva → Contactada'],
  [
    [
      { field: 'owner', from: null, to: 'Ana Paz' },
      { field: 'lostReason', from: 'price', to: null },
    ],
    'A cargo: nadie → Ana Paz · Motivo: Por el precio → ninguno',
  ],
  [
    [
      { field: 'role', from: 'seller', to: 'support' },
      { field: 'agencies', from: 'a@x.example, b@x.example', to: null },
    ],
    'Rol: Ventas → Soporte · Agencias: a@x.example, b@x.example → ninguna',
  ],
  [
    [{ field: 'secret' }, { field: 'active', from: 'on', to: 'off' }, { field: 'headers' }],
    'Aviso: encendido → suspendido · Cambió: Secreto, Encabezados',
  ],
  [
    [{ field: 'alarm', from: 'off', to: 'on' }, { field: 'recipients' }],
    'Avisar: no → sí · Cambió: A quién avisar',
  ],
  [
    [{ field: 'text' }, { field: 'shared', from: 'off', to: 'on' }],
    'Quién la usa: Personal → Compartida · Cambió: Texto',
  ],
  [[{ field: 'Ciudad', to: 'Salta' }], 'Ciudad: ahora Salta'],
  [[{ field: 'Ciudad', to: null }], 'Ciudad: ahora sin dato'],
  [[{ field: 'target', from: '30', to: '60' }], 'Tiempo para responder: 30 min → 60 min'],
  [[{ field: 'constructor', from: 'a', to: 'b' }], 'constructor: a → b'],
])('an entry says what changed, from what to what: %j', async (changes, text) => {
  const entry = { ...refusedSignIn, id: '01JC0000000000000000000001', outcome: 'done', status: 200, changes };
  const gateway = new FakeGateway().reply(desk.listAudit, { entries: [entry], more: false });
  const { screen } = await renderPage('/settings/audit', { gateway });
  expect((await screen.findByText(text)).textContent).toBe(text);
});
