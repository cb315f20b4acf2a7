import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const TOPICS = ['agencia-desasociada', 'consulta-recibida'] as const;

interface Options {
  path?: string;
  secret?: 'kept' | 'unknown';
  /** The service accepts a change once it resolves. */
  accepted?: Promise<void>;
}

async function openTopics({ path = '/webhooks', secret = 'kept', accepted }: Options = {}) {
  const active = new Map<string, boolean>(TOPICS.map((topic) => [topic, true]));
  const view = (topic: string) => ({
    Callback: `https://crm.example/${topic}`,
    Secret: null,
    Description: null,
    Activo: active.get(topic) ?? true,
    HeaderCustom01: null,
    HeaderCustom02: null,
    HeaderCustom03: null,
    _links: {},
  });
  const gateway = new FakeGateway()
    .reply(v3.listWebhooks, () => ({
      _entries: TOPICS.map((Topic) => ({
        Topic,
        Description: null,
        Configurado: true,
        Activo: active.get(Topic),
        _links: {},
      })),
      _links: {},
    }))
    .reply(v3.viewWebhook, ({ params: { topic = '' } }) => view(topic))
    .reply(v3.editWebhook, async ({ params: { topic = '' }, body }) => {
      await accepted;
      active.set(topic, body.Activo !== false);
      return view(topic);
    })
    .reply(desk.listWebhooksDesk, {
      topics: TOPICS.map((topic) => ({
        topic,
        secret,
        receiver: 'https://vitrina.example/hooks/1',
        isPrivate: false,
        lastHeardAt: null,
        unseenAt: null,
        lastActive: true,
      })),
    });
  const { screen, user } = await renderPage(path, { gateway, role: 'support' });
  return { gateway, screen, user };
}

const switchName = (topic: string) => `Enviar los avisos de ${topic}`;

test.each(['/webhooks', `/webhooks/${TOPICS[1]}`])(
  'a topic at %s is switched off only after a confirmation that names the consequences',
  async (path) => {
    const { gateway, screen, user } = await openTopics({ path });
    const topicSwitch = await screen.findByRole('switch', { name: switchName(TOPICS[1]) });
    await user.click(topicSwitch);
    const dialog = await screen.findByRole('dialog', { name: `¿Suspender ${TOPICS[1]}?` });
    expect(within(dialog).getByText('Lo que pase mientras tanto no se avisa después.')).toBeTruthy();
    expect(gateway.writes).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(gateway.writes).toEqual([]);
    expect(topicSwitch).toHaveProperty('checked', true);
  },
);

test('a topic is switched on without a question, and stays in its place until the next page', async () => {
  const { gateway, screen, user } = await openTopics();
  const group = await screen.findByRole('region', { name: 'Configurados' });
  const listNames = () =>
    within(group)
      .getAllByRole('switch')
      .map((element) => element.getAttribute('aria-label'));
  expect(listNames()).toEqual(TOPICS.map(switchName));
  await user.click(screen.getByRole('switch', { name: switchName(TOPICS[0]) }));
  await user.click(await screen.findByRole('button', { name: 'Suspender' }));
  await screen.findByText(`${TOPICS[0]} está suspendido; su configuración queda como estaba.`);
  await screen.findByText('Suspendido');
  expect(listNames()).toEqual(TOPICS.map(switchName));
  expect(screen.queryByRole('region', { name: 'Suspendidos' })).toBeNull();

  await user.click(screen.getByRole('switch', { name: switchName(TOPICS[0]) }));
  await screen.findByText(`${TOPICS[0]} está encendido, con la misma configuración.`);
  expect(gateway.writes.map(({ name }) => name)).toEqual(
    [TOPICS[0], TOPICS[0]].map((topic) => `PUT /v3/appnotificaciones/${topic}`),
  );

  const topicSwitch = screen.getByRole<HTMLInputElement>('switch', { name: switchName(TOPICS[0]) });
  await expect.poll(() => [topicSwitch.disabled, topicSwitch.checked]).toEqual([false, true]);
  await user.click(topicSwitch);
  await user.click(await screen.findByRole('button', { name: 'Suspender' }));
  await user.click(await screen.findByRole('link', { name: 'Suspendidos 1' }));
  expect(await screen.findByRole('region', { name: 'Suspendidos' })).toBeTruthy();
});

test('a topic whose secret is unknown is switched off after a question that names both consequences', async () => {
  const { screen, user } = await openTopics({ secret: 'unknown' });
  await user.click(await screen.findByRole('switch', { name: switchName(TOPICS[0]) }));
  const dialog = await screen.findByRole('dialog', { name: `¿Suspender ${TOPICS[0]}?` });
  expect(within(dialog).getByText(/no se avisa después/)).toBeTruthy();
  expect(within(dialog).getByText(/El secreto de este tema no se conoce acá/)).toBeTruthy();
});

test('a switch is never enabled with the state from before its change', async () => {
  const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
  const { screen, user } = await openTopics({ accepted });
  const topicSwitch = await screen.findByRole<HTMLInputElement>('switch', { name: switchName(TOPICS[0]) });
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
