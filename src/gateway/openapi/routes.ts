import type { FastifyInstance } from 'fastify';
import { OPENAPI_PATH } from '#contract/desk/openapi.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { createDeskDocument } from './document.ts';

/** Serves the OpenAPI document of the desk, without authentication: it is the same for everybody. */
export function openApiRoutes(app: FastifyInstance, { publicUrl }: Pick<GatewayConfig, 'publicUrl'>): void {
  // Made when it is first asked for: it takes longer than anything else of a start.
  let document: string | undefined;
  app.get(OPENAPI_PATH, (_, reply) => {
    document ??= JSON.stringify(createDeskDocument(publicUrl));
    return reply.header('cache-control', 'no-cache').type('application/json').send(document);
  });
}
