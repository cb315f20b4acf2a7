import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { ServiceConfig } from '#service/config.ts';
import { createOpenApiDocument } from './document.ts';

/** The page asks no other host, and its scripts and styles are files. */
const DOCS_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  // The hash is of a style that swagger-ui adds.
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'img-src': ["'self'", 'data:'],
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

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
      staticCSP: DOCS_POLICY,
      uiConfig: { validatorUrl: null, supportedSubmitMethods: [] },
    });
    pages.get('/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(document));
  });
}
