import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { ServiceConfig } from '#service/config.ts';
import { openApiDocument } from './document.ts';

/** `/openapi.json`, and a page at `/docs` that reads it; neither asks who is calling. */
export function serveOpenApi(app: FastifyInstance, config: ServiceConfig): void {
  const document = openApiDocument(config);
  app.register(async (pages) => {
    await pages.register(swagger, {
      mode: 'static',
      // Its types know OpenAPI up to 3.0.
      specification: { document: document as never },
    });
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      uiConfig: { validatorUrl: null, supportedSubmitMethods: [] },
    });
    pages.get('/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(document));
  });
}
