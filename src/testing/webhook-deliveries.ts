import { expect } from 'vitest';
import type { ServiceWorld } from './service-world.ts';
import type { CallbackReceiver } from './callback-receiver.ts';

export const MAIL = 'ventas@a.example';

export const PATH = '/v3/appnotificaciones/consulta-recibida';

export async function configureWebhook(
  world: ServiceWorld,
  Callback: string,
  more: object = {},
  method: 'POST' | 'PUT' = 'POST',
) {
  const reply = await world.call(PATH, { method, body: JSON.stringify({ Callback, ...more }) });
  expect(reply.statusCode).toBeLessThan(300);
}

export const receiveInquiry = (world: ServiceWorld) =>
  world.app.inject({ method: 'POST', url: `/simulator/consultas/${MAIL}`, payload: '' });

export const fetchPending = (world: ServiceWorld) =>
  world.database.db.selectFrom('deliveries').selectAll().execute();

/** A world with one agency and one webhook whose callback replies with the status. */
export async function openFailing(
  world: ServiceWorld,
  receiver: CallbackReceiver,
  status: number,
): Promise<void> {
  receiver.respond = (response) => response.writeHead(status).end();
  await world.agency(MAIL);
  await configureWebhook(world, receiver.url);
  await receiveInquiry(world);
}
