import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { RelayAttempt, RelayTarget } from '#contract/desk/relay.ts';
import { FOLLOW_UP_EVENTS } from '#contract/follow-up/follow-up-message.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const at = Date.parse('2026-03-05T14:30:00Z');
const ID = '3c5f1d54-0000-4000-8000-000000000001';

const target: RelayTarget = {
  id: ID,
  url: 'https://crm.example/avisos?key=1',
  topics: ['consulta-recibida'],
  active: true,
  version: 3,
  waiting: 0,
  oldestAt: null,
  lastDeliveredAt: at,
  lastFailure: null,
  failingSince: null,
};

const attempt: RelayAttempt = {
  id: '01JCXXXXXXXXXXXXXXXXXXXXXX',
  at,
  status: 500,
  error: null,
  deliveryId: '01JDYYYYYYYYYYYYYYYYYYYYYY',
  isStored: true,
  durationMs: 35,
  outcome: 'retried',
  topic: 'consulta-recibida',
  agency: 'ventas@ruta9.example',
  sid: '01JDYYYYYYYYYYYYYYYYYYYYYY',
  person: 'Ana Paz',
};

async function open(address: string, targets: RelayTarget[], role: Role = 'partner', logged = attempt) {
  const gateway = new FakeGateway()
    .reply(v3.listWebhooks, {
      _entries: [
        { Topic: 'consulta-recibida', Description: null, Configurado: true, Activo: true, _links: {} },
      ],
      _links: {},
    })
    .reply(desk.listRelayTargets, { targets })
    .reply(desk.listRelayAttempts, { attempts: [logged], more: false });
  const { screen } = await renderPage(address, { gateway, role });
  return { screen, gateway };
}

const listBodies = (gateway: FakeGateway, name: string) =>
  gateway.writes.filter((call) => call.name === name).map(({ body }) => body);

test('the list says where copies go, and which address fails', async () => {
  const failing = {
    ...target,
    id: 'b',
    url: 'https://b.example/',
    waiting: 2,
    oldestAt: at,
    failingSince: at,
  };
  const { screen } = await open('/deliveries/copies', [target, failing]);
  const link = await screen.findByRole('link', { name: 'crm.example' });
  expect(link.getAttribute('href')).toBe(`/deliveries/copies/${ID}`);
  expect(screen.getByText('Falla')).toBeTruthy();
  expect(screen.getByText(/2 avisos esperan/)).toBeTruthy();
});

test('support sees an empty list without the button to add', async () => {
  const { screen } = await open('/deliveries/copies', [], 'support');
  expect(await screen.findByText(/Ningún sistema recibe copias/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Nueva copia' })).toBeNull();
});

test('a new address is sent with a generated secret', async () => {
  const { screen, gateway } = await open('/deliveries/copies/new', []);
  gateway.reply(desk.addRelayTarget, target);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Dirección' }), 'https://crm.example/x');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await expect.poll(() => listBodies(gateway, 'POST /desk/relay')).toHaveLength(1);
  expect(listBodies(gateway, 'POST /desk/relay')).toMatchObject([
    { url: 'https://crm.example/x', topics: ['consulta-recibida'], secret: expect.stringMatching(/^whsec_/) },
  ]);
});

test('an edit without another secret sends none', async () => {
  const { screen, gateway } = await open(`/deliveries/copies/${ID}`, [target]);
  gateway.reply(desk.editRelayTarget, target);
  const url = await screen.findByRole('textbox', { name: 'Dirección' });
  await userEvent.clear(url);
  await userEvent.type(url, 'https://nuevo.example/');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await expect.poll(() => listBodies(gateway, `PUT /desk/relay/${ID}`)).toHaveLength(1);
  const [body] = listBodies(gateway, `PUT /desk/relay/${ID}`);
  expect(body).toMatchObject({ url: 'https://nuevo.example/', version: 3 });
  expect(body).not.toHaveProperty('secret');
});

test('an edit of an old version shows both, keeps what was typed, and can be saved over the other', async () => {
  const { screen, gateway } = await open(`/deliveries/copies/${ID}`, [target]);
  gateway.refuse(desk.editRelayTarget, 409, { code: 'changed-meanwhile' });
  const url = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Dirección' });
  await userEvent.clear(url);
  await userEvent.type(url, 'https://mio.example/');
  const theirs = { ...target, url: 'https://suyo.example/', active: false, version: 4 };
  gateway.reply(desk.listRelayTargets, { targets: [theirs] });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText('Alguien guardó otra cosa mientras tanto');
  expect(screen.getByRole('cell', { name: 'https://suyo.example/' })).toBeTruthy();
  expect(url.value).toBe('https://mio.example/');
  const saved = { ...theirs, url: 'https://mio.example/', version: 5 };
  gateway.reply(desk.editRelayTarget, saved).reply(desk.listRelayTargets, { targets: [saved] });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar lo mío' }));
  await screen.findByText('Se guardó. Lo que esperaba se envía ahora.');
  expect(listBodies(gateway, `PUT /desk/relay/${ID}`)).toMatchObject([
    { version: 3, active: true },
    { url: 'https://mio.example/', version: 4, active: false },
  ]);
});

test('what is typed stays when the copies are switched off, and saving does not switch them on', async () => {
  const { screen, gateway } = await open(`/deliveries/copies/${ID}`, [target]);
  const url = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Dirección' });
  await userEvent.type(url, '&x=1');
  const off = { ...target, active: false, version: 4 };
  gateway.reply(desk.switchRelayTarget, off).reply(desk.listRelayTargets, { targets: [off] });
  await userEvent.click(screen.getByRole('switch', { name: 'Enviar copias' }));
  await screen.findByText('Apagada');
  expect(url.value).toBe('https://crm.example/avisos?key=1&x=1');
  gateway.reply(desk.editRelayTarget, { ...off, version: 5 });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await expect.poll(() => listBodies(gateway, `PUT /desk/relay/${ID}`)).toHaveLength(1);
  expect(listBodies(gateway, `PUT /desk/relay/${ID}`)).toMatchObject([{ version: 4, active: false }]);
});

test('a test says what the address answered; the log names the inquiry', async () => {
  const { screen, gateway } = await open(`/deliveries/copies/${ID}`, [target], 'support');
  gateway.reply(desk.testRelayTarget, { status: 401, error: null, durationMs: 20 });
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar un aviso de prueba' }));
  expect(await screen.findByText('No lo aceptó')).toBeTruthy();
  expect(screen.getByText('La dirección de destino respondió con un error (401) · 20 ms')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ana Paz' }).getAttribute('href')).toBe(
    `/deliveries/${attempt.deliveryId}`,
  );
  expect(screen.queryByRole('textbox', { name: 'Dirección' })).toBeNull();
});

test('the log names changes of follow-ups, leads to their inquiry, and sends one again', async () => {
  const change: RelayAttempt = {
    ...attempt,
    outcome: 'given-up',
    deliveryId: null,
    topic: FOLLOW_UP_EVENTS.status,
  };
  const { screen, gateway } = await open(`/deliveries/copies/${ID}`, [target], 'support', change);
  gateway.reply(desk.resendRelayed, { ...target, waiting: 1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Reenviar' }));
  expect(await screen.findByText('En la cola')).toBeTruthy();
  expect(listBodies(gateway, `POST /desk/relay/${ID}/resends`)).toEqual([{ attempt: attempt.id }]);
  expect(screen.getByText('Cambios de estado')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ana Paz' }).getAttribute('href')).toMatch(
    new RegExp(`^/inquiries/.*/${attempt.sid}$`),
  );
});
