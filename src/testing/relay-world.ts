import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import type { RelayTarget, WriteRelayTarget } from '#contract/desk/relay.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import type { Engine } from '#database/database.ts';
import { createRelay } from '#gateway/relay/worker.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import type { WebhookRequest, WebhookResponse } from '#http/webhook-client.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { signNotification } from '#signing/webhook.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from './clocks.ts';
import { CONSOLE, OWN, json, openWorld } from './gateway-world.ts';
import { createQuietWorker } from './service-world.ts';

const TOPIC_SECRET = '96d0300081d644d3bdceae8fbfc77955';
export const TARGET_SECRET = 'un-secreto-para-copias';
export const TARGET_URL = 'https://crm.example/avisos';
const CONFIGURED = { Callback: 'https://a.example/x', Secret: null, _links: {} };

/** Body of the message of an inquiry. */
export const inquiryMessage = (sid: string, text = 'Hola'): string =>
  JSON.stringify({
    Momento: '2026-03-05T11:00:00-03:00',
    Texto: text,
    Auto: {},
    Interesado: { Nombre: 'Ana', Apellido: 'Paz', Email: 'ana@example.com' },
    _links: { self: { href: addressOf(v3.viewInquiry, { adminMail: OWN, sid }) } },
  });

/** A gateway that receives messages, and a worker that relays them when it is drained. */
export async function openRelayWorld(engine: Engine = 'sqlite') {
  const requests: WebhookRequest[] = [];
  const reply = vi.fn<(request: WebhookRequest) => WebhookResponse>(() => ({ status: 204 }));
  const webhookClient = {
    close: async () => {},
    async send(request: WebhookRequest) {
      requests.push(request);
      return reply(request);
    },
  };
  const world = await openWorld({ engine, worker: false, webhookClient, answer: json(CONFIGURED, 201) });
  const database = await openGatewayDatabase(world.config.database);
  const { db } = database;
  const cookie = await world.signIn('partner');
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = cookie) =>
    world.call(url, { method, headers: { ...CONSOLE, cookie: as }, ...(payload && { payload }) });
  for (const topic of [INQUIRY_TOPIC, REGISTRATION_TOPIC])
    await call('POST', `/v3/appnotificaciones/${topic}`, {
      Callback: 'https://a.example/x',
      Secret: TOPIC_SECRET,
    });
  const path = new URL(world.gateway.receiverUrl).pathname;
  let isHeld = false;
  const worker = createQuietWorker(
    createRelay(
      {
        db,
        clock: createTestClock(() => world.clock.now),
        random: { ...systemRandom, fraction: () => 0.5 },
        secrets: createSecretBox(world.config.consoleKey, systemRandom),
        webhookClient,
        config: world.config,
        sendingHold: { isHeld: async () => isHeld } as never,
      },
      database,
      { info() {}, warn() {}, error() {} },
    ),
  );
  return {
    world,
    db,
    call,
    requests,
    reply,
    hold: (held: boolean) => {
      isHeld = held;
    },
    drain: () => worker.drain(),
    pass: (ms: number) => {
      world.clock.now += ms;
    },
    /** Texts of the inquiries that the targets got. */
    texts: () => requests.map(({ body }) => (JSON.parse(body) as { Texto: string }).Texto),
    waiting: () => db.selectFrom('relay').selectAll().orderBy('number').execute(),
    async addTarget(values: Partial<WriteRelayTarget> = {}): Promise<RelayTarget> {
      const target = {
        id: randomUUID(),
        url: TARGET_URL,
        topics: [INQUIRY_TOPIC],
        active: true,
        secret: TARGET_SECRET,
        ...values,
      };
      return (await call('POST', '/desk/relay', target)).json();
    },
    receive(body: string, { topic = INQUIRY_TOPIC, id = randomUUID() } = {}) {
      const headers = signNotification({ id, topic, body, at: world.clock.now }, TOPIC_SECRET);
      return world.call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      });
    },
    async [Symbol.asyncDispose]() {
      await worker.stop();
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}
