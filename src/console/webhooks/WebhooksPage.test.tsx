import { expect, test } from 'vitest';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import { desk } from '#contract/desk/desk.ts';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { DAY_MS } from '#contract/durations.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';
import { gatewayTopic } from '#testing/gateway-topics.ts';

const HEARD = Date.parse('2026-03-05T14:30:00Z');
const here = gatewayTopic({ lastHeardAt: HEARD });
const day = (figures: Partial<WebhookDesk['lastDay']>) => ({ lastDay: { ...here.lastDay, ...figures } });

async function openTopics(...topics: WebhookDesk[]) {
  const gateway = new FakeGateway().reply(desk.listWebhooksDesk, { topics });
  const { screen } = await renderPage('/webhooks', { gateway, role: 'support' });
  await screen.findByRole('list', { name: 'Avisos' });
  return screen;
}

const refusals = (reason: RefusalReason, count: number) =>
  ({ topic: here.topic, reason, count, state: 'open', lastAt: 0 }) as const;

const elsewhere = { callback: 'https://crm.example/avisos?key=1' };

test.each<[string, Partial<WebhookDesk>, string]>([
  ['messages that arrive', day({ arrived: 212 }), '212 llegaron en 24 h'],
  [
    'refused messages',
    day({ arrived: 212, refused: 7, refusalReason: 'signature' }),
    '212 de 219 llegaron en 24 h; 7 rechazadas: la firma no coincide',
  ],
  [
    'inquiries without a message',
    day({ arrived: 3, missed: 2 }),
    '3 llegaron en 24 h; 2 consultas llegaron sin aviso',
  ],
  ['silence', day({ missed: 4 }), 'En silencio: 4 consultas llegaron sin aviso en 24 h'],
  [
    'a callback that fails now',
    { failure: 'certificate', ...day({ arrived: 3 }) },
    'No llega nada: el certificado de la dirección de destino no sirve',
  ],
  [
    'refusals of several reasons that are not solved',
    { incidents: [refusals('signature', 2), refusals('malformed', 1)], ...day({ arrived: 3, refused: 3 }) },
    '2 rechazos: la firma no coincide. 1 rechazo: no se entiende lo que trae',
  ],
  [
    'refusals after which messages arrived',
    {
      incidents: [{ ...refusals('signature', 2), state: 'recovering' as const }],
      ...day({ arrived: 3, refused: 2 }),
    },
    '3 de 5 llegaron en 24 h; 2 rechazadas',
  ],
  ['nothing lately', {}, 'No llegó nada en 24 h'],
  ['nothing yet', { lastHeardAt: null }, 'Todavía no llegó nada'],
  [
    'a resend that did not arrive',
    { unseenAt: HEARD + 1000 },
    'Esta consola no lo recibe: el reenvío del 5 mar, 11:30 no llegó',
  ],
  [
    'a private network',
    { lastHeardAt: null, isPrivate: true },
    'No llega nada: esta consola está en una red privada',
  ],
  ['a private network that is reached', { isPrivate: true, ...day({ arrived: 1 }) }, '1 llegó en 24 h'],
  ['settings that could not be read', { callback: null }, 'No se pudo leer adónde va'],
  ['another destination', elsewhere, 'Va a crm.example; desde acá no se ve si llega'],
  [
    'a topic that was suspended elsewhere while messages arrived',
    { active: false, lastActive: true, lastHeardAt: Date.now() - 4 * DAY_MS },
    'No llega nada: se suspendió fuera de esta consola',
  ],
  [
    'a callback that does not answer',
    { ...elsewhere, active: false, lastActive: true, lastHeardAt: Date.now() - 6 * DAY_MS },
    'No llega nada: el servicio lo suspendió, como hace cuando crm.example no contesta por días',
  ],
  [
    'a topic that was switched off here',
    { active: false, lastActive: false },
    'Suspendido: no llega nada hasta que se encienda',
  ],
  ['a topic without settings', { configured: false, callback: null }, 'Sin configurar: no se avisa nada'],
])('a topic says in a sentence how it is: %s', async (_, known, sentence) => {
  const screen = await openTopics({ ...here, ...known });
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('refused messages that are solved or acknowledged do not mark the topic', async () => {
  const figures = day({ arrived: 5, refused: 2, refusalReason: 'signature', missed: 2 });
  const screen = await openTopics({ ...here, ...figures });
  expect(screen.getByRole('listitem').dataset.kind).toBe('usual');
});

test('rows name topics in words, link to their pages, show retries, and begin with what is broken', async () => {
  const screen = await openTopics(
    { ...here, topic: 'otro', configured: false, callback: null },
    { ...here, ...day({ arrived: 5, retries: 3 }) },
    { ...here, topic: 'agencia-registrada', active: false, lastActive: false },
  );
  expect(screen.getAllByRole('listitem').map((row) => row.querySelector('a')?.textContent)).toEqual([
    'Agencias que se registran',
    'Consultas nuevas',
    'otro',
  ]);
  expect(screen.getByText(/3 reintentos$/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Consultas nuevas' }).getAttribute('href')).toBe(
    '/webhooks/consulta-recibida',
  );
  expect(screen.getByRole('link', { name: 'Configurar' })).toBeTruthy();
});

test('nothing in the list switches a topic', async () => {
  const screen = await openTopics(here);
  expect(screen.queryByRole('switch')).toBeNull();
});
