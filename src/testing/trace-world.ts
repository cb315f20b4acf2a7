import { expect } from 'vitest';
import { Trace } from '#contract/desk/trace.ts';
import { DAY_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Engine } from '#database/database.ts';
import { createSweepClaims } from '#gateway/inquiries/agencies.ts';
import type { UpstreamCall } from '#gateway/forward/upstream.ts';
import { createSweep } from '#gateway/inquiries/sweep.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readTopic } from '#gateway/webhooks/topic-readings.ts';
import type { WebhookRequest, WebhookResponse } from '#http/webhook-client.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from './clocks.ts';
import { CONSOLE, OWN, openWorld } from './gateway-world.ts';
import { createDeliveryWorker, openServiceWorld } from './service-world.ts';

const TOPIC_PATH = `/v3/appnotificaciones/${INQUIRY_TOPIC}`;

/** A callback that takes messages; `pass` hands one to the gateway. */
type TakeMessage = (pass: () => Promise<WebhookResponse>) => Promise<WebhookResponse>;

/** A gateway and its service, whose topic of inquiries is pointed at the gateway by the console. The test delivers and sweeps. */
export async function openTraceWorld(engine: Engine = 'sqlite') {
  const service = await openServiceWorld(engine);
  const gateway = await openWorld({
    engine,
    config: { credentials: service.credentials, sessions: { idleMs: 90 * DAY_MS, absoluteMs: 90 * DAY_MS } },
    answer: (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const call = { method: request.method as 'GET', url: request.url ?? '/', headers: request.headers };
        void service.app
          .inject({ ...call, ...(chunks.length > 0 && { payload: Buffer.concat(chunks) }) })
          .then((reply) =>
            response.writeHead(reply.statusCode, reply.headers as never).end(reply.rawPayload),
          );
      });
    },
  });
  service.clock.now = gateway.clock.now;
  await service.agency(OWN);
  const database = await openGatewayDatabase(gateway.config.database);
  const { db } = database;
  const cookie = await gateway.signIn('partner');
  const headers = { cookie, ...CONSOLE };
  const { receiverUrl } = gateway.gateway;

  let takesMessage: TakeMessage = (pass) => pass();
  const send = ({ url, headers: sent, body }: WebhookRequest): Promise<WebhookResponse> =>
    takesMessage(async () => {
      if (url !== receiverUrl) return { status: 204 };
      const reply = await gateway.call(new URL(url).pathname, {
        method: 'POST',
        headers: { ...sent, 'content-type': 'application/json' },
        payload: body,
      });
      return { status: reply.statusCode };
    });
  const deliveries = createDeliveryWorker(service, { webhookClient: { send } });

  const clock = createTestClock(() => gateway.clock.now);
  const { signal } = new AbortController();
  const calls = {
    db,
    upstream: {
      async call({ path }: Pick<UpstreamCall, 'path'>) {
        const { statusCode: status, body } = await service.call(path);
        return { status, body, type: undefined, location: undefined, retryAfter: undefined };
      },
    },
    pace: { awaitTurn: async () => {} },
    clock,
    liveEvents: { wake() {} },
    wake: () => {},
  };
  const sweep = createSweep({ ...calls, zone: gateway.config.timeZone, hasOwnClock: false }, signal);
  const claims = createSweepClaims(database, clock);

  const world = {
    gateway,
    service,
    db,
    headers,
    receiverUrl,
    /** Sets the callback that takes messages from now on. */
    takeMessages: (callback: TakeMessage) => void (takesMessage = callback),
    /** Changes the settings of the topic by the console. */
    async configure(changes: object = {}, method: 'POST' | 'PUT' = 'PUT') {
      const body = { Callback: receiverUrl, Secret: 'secreto-de-prueba-1', ...changes };
      const reply = await gateway.call(TOPIC_PATH, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      expect(reply.statusCode).toBeLessThan(300);
    },
    /** Changes the settings at the service, without the console's knowledge. */
    async configureElsewhere(changes: object) {
      const body = { Callback: receiverUrl, ...changes };
      const reply = await service.call(TOPIC_PATH, { method: 'PUT', body: JSON.stringify(body) });
      expect(reply.statusCode).toBe(200);
    },
    /** Time passes for both programs. */
    pass(ms: number) {
      gateway.clock.now += ms;
      service.clock.now += ms;
    },
    deliver: () => deliveries.drain(),
    /** Reads the settings of the topic at the service. */
    readTopic: () => readTopic({ ...calls, receiver: { url: receiverUrl }, random: systemRandom }, signal),
    /** Reads the lists of the service into the index. */
    async sweep() {
      await sweep.sweepAgencyList();
      await db.updateTable('indexed_agency').set({ due_at: 0 }).execute();
      for (let claimed = await claims.claim(1); claimed.length > 0; claimed = await claims.claim(1))
        for (const agency of claimed) {
          await sweep.sweepAgency(agency);
          await db
            .updateTable('indexed_agency')
            .set({ due_at: gateway.clock.now + 1 })
            .execute();
          await claims.finish(agency);
        }
    },
    /** An inquiry that is made now. @returns its sid */
    async receive(content: object = {}): Promise<string> {
      const reply = await service.app.inject({
        method: 'POST',
        url: `/simulator/consultas/${OWN}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(content),
      });
      expect(reply.statusCode).toBe(201);
      return String(reply.headers.location).split('/').at(-1) ?? '';
    },
    /** The trace of an inquiry as the console gets it; without a sid that of the agency. */
    async trace(sid?: string, adminMail: string = OWN) {
      const path = `/desk/trace/${adminMail}${sid === undefined ? '' : `/${sid}`}`;
      const reply = await gateway.call(path, { headers });
      expect(reply.statusCode).toBe(200);
      return Trace.parse(reply.json());
    },
    async [Symbol.asyncDispose]() {
      await deliveries.stop();
      await database.close();
      await gateway[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
  await world.configure({}, 'POST');
  // The agency is in the index before its inquiries are made.
  await world.sweep();
  world.pass(60_000);
  return world;
}
