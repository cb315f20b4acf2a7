import type { Engine } from '#database/database.ts';
import { expect } from 'vitest';
import { ConsultasRecibidas } from '#contract/publisher.ts';
import type { Credentials } from '#signing/request.ts';
import type { createPublishedInquiry } from './service-world.ts';
import { type ServiceWorld, openServiceWorld } from './service-world.ts';

export const MAIL = 'ventas@a.example';

export const LIST = `/v3/consultas/${MAIL}`;

export const PUBLISH = `/publisher/consultas/${MAIL}`;

export const PACKAGE = `/publisher/agencias/${MAIL}/productos`;

export const PACK = {
  Paquete: 'Oro',
  Desde: '2026-01-01',
  Hasta: '2026-12-31',
  Productos: [{ Exposicion: 'Alta', Contratadas: 10, Utilizadas: 4 }],
};

export type Published = ReturnType<typeof createPublishedInquiry>;

interface PublisherWorld extends ServiceWorld {
  publisher: Credentials;
}

/** A world with an agency and an app that may publish. */
export async function openPublisherWorld(engine: Engine): Promise<PublisherWorld> {
  const world = await openServiceWorld(engine);
  await world.agency(MAIL);
  return Object.assign(world, { publisher: await world.otherApp({ isPublisher: true }) });
}

export const publish = (world: PublisherWorld, body: unknown, path = PUBLISH) =>
  world.call(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    as: world.publisher,
  });

export const receive = async (world: PublisherWorld, body: Published[], path = PUBLISH) => {
  const reply = await publish(world, body, path);
  expect(reply.statusCode).toBe(200);
  return ConsultasRecibidas.parse(reply.json())._entries;
};

export const countRows = async (
  world: ServiceWorld,
  table: 'inquiries' | 'deliveries' | 'published_inquiries',
) => (await world.database.db.selectFrom(table).selectAll().execute()).length;
