import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { balance } from '#testing/balances.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { gatewayTopic } from '#testing/gateway-topics.ts';
import { renderPage } from '#testing/render-console.tsx';

const TOPIC = 'agencia-desasociada';
const NAME = 'Agencias que dejan de estar asociadas';
const CALLBACK = 'https://crm.example/avisos';

interface Options {
  secret?: 'kept' | 'unknown';
  callback?: string;
  topic?: string;
  /** The service accepts a change once it resolves. */
  accepted?: Promise<void>;
}

const lastDay = { ...gatewayTopic().lastDay, arrived: 45 };

async function openTopic({ secret = 'kept', callback = CALLBACK, topic = TOPIC, accepted }: Options = {}) {
  let isActive = true;
  const view = () => ({
    Callback: callback,
    Secret: null,
    Description: null,
    Activo: isActive,
    HeaderCustom01: null,
    HeaderCustom02: null,
    HeaderCustom03: null,
    _links: {},
  });
  const gateway = new FakeGateway()
    .reply(v3.viewWebhook, view)
    .reply(v3.editWebhook, async ({ body }) => {
      await accepted;
      isActive = body.Activo !== false;
      return view();
    })
    .reply(desk.viewBalance, balance)
    .reply(desk.listWebhooksDesk, { topics: [gatewayTopic({ topic, secret, callback, lastDay })] });
  const { screen, user } = await renderPage(`/webhooks/${topic}`, { gateway, role: 'support' });
  const topicSwitch = await screen.findByRole<HTMLInputElement>('switch');
  return { gateway, screen, user, topicSwitch };
}

test('a topic is switched off after a question that says what stops, and for whom, and is switched on at once', async () => {
  const { gateway, screen, user, topicSwitch } = await openTopic();
  await user.click(topicSwitch);
  const dialog = await screen.findByRole('dialog', { name: `¿Suspender «${NAME}»?` });
  expect(
    within(dialog).getByText(
      `Si se suspende, crm.example deja de recibir «${NAME}» de todas las agencias, y lo que pase mientras tanto no se avisa después.`,
    ),
  ).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  expect(gateway.writes).toEqual([]);
  expect(topicSwitch.checked).toBe(true);

  await user.click(topicSwitch);
  await user.click(await screen.findByRole('button', { name: 'Suspender' }));
  await screen.findByText(`«${NAME}» está suspendido; su configuración queda como estaba.`);
  await expect.poll(() => [topicSwitch.disabled, topicSwitch.checked]).toEqual([false, false]);
  expect(screen.getByText(/^crm\.example no recibe/)).toBeTruthy();
  await user.click(topicSwitch);
  await screen.findByText(`«${NAME}» está encendido, con la misma configuración.`);
  expect(gateway.writes.map(({ name }) => name)).toEqual([
    `PUT /v3/appnotificaciones/${TOPIC}`,
    `PUT /v3/appnotificaciones/${TOPIC}`,
  ]);
});

test('switching off is undone by the notice', async () => {
  const { gateway, screen, user, topicSwitch } = await openTopic();
  await user.click(topicSwitch);
  await user.click(await screen.findByRole('button', { name: 'Suspender' }));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await screen.findByText(`«${NAME}» está encendido, con la misma configuración.`);
  expect(gateway.writes).toHaveLength(2);
});

test('the consequence of new inquiries that come here says how many came, and that the inbox finds them all the same', async () => {
  const { callback, topic } = gatewayTopic();
  const { screen } = await openTopic({ topic, callback: callback ?? '' });
  expect(
    await screen.findByText(/^Si se suspende, esta consola deja de recibir.*llegaron 45. La bandeja/),
  ).toBeTruthy();
});

test('a topic that was suspended says how many inquiries had no message, and where to resend them', async () => {
  const { screen } = await openTopic({ topic: gatewayTopic().topic });
  expect(await screen.findByText(/llegaron 3 consultas sin aviso porque estaba suspendido/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Ver qué faltó y reenviarlo' });
  expect(link.getAttribute('href')).toBe('/balance');
});

test('a topic whose secret is unknown is switched off after a question that names both consequences', async () => {
  const { screen, user, topicSwitch } = await openTopic({ secret: 'unknown' });
  await user.click(topicSwitch);
  const dialog = await screen.findByRole('dialog', { name: `¿Suspender «${NAME}»?` });
  expect(within(dialog).getByText(/no se avisa después/)).toBeTruthy();
  expect(within(dialog).getByText(/El secreto de este aviso no se conoce acá/)).toBeTruthy();
});

test('a switch is never enabled with the state from before its change', async () => {
  const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
  const { screen, user, topicSwitch } = await openTopic({ accepted });
  await user.click(topicSwitch);
  await user.click(await screen.findByRole('button', { name: 'Suspender' }));
  await screen.findByText('Guardando…');
  const states: string[] = [];
  new MutationObserver(() =>
    states.push(`${topicSwitch.disabled ? 'disabled' : 'enabled'} ${topicSwitch.checked ? 'on' : 'off'}`),
  ).observe(topicSwitch, { attributes: true });
  accept();
  await expect.poll(() => states.at(-1)).toBe('enabled off');
  expect(states).not.toContain('enabled on');
});
