import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { ServiceConfig } from '#service/config.ts';
import { createOpenApiDocument } from './document.ts';

/** Registers `/openapi.json` and the page `/docs`; both without authentication. */
export function registerOpenApiRoutes(app: FastifyInstance, config: ServiceConfig): void {
  const document = createOpenApiDocument(config);
  app.register(async (pages) => {
    await pages.register(swagger, {
      mode: 'static',
      // The package's types only support OpenAPI 3.0.
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
