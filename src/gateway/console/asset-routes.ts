import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { lookUp } from '#contract/look-up.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchAsset } from './asset-store.ts';

const decompress = promisify(brotliDecompress);

const MAX_AGE_S = 365 * 24 * 60 * 60;

/** Content types of what the build writes. */
const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves hashed assets: those of this gateway's console from its folder, those of other versions from the database. */
export function assetRoutes(app: FastifyInstance, { config, db }: Gateway): void {
  const register = async (assets: FastifyInstance) => {
    assets.setNotFoundHandler(async (request, reply) => {
      const [, name = ''] = /\/([\w.-]{1,100})(?:\?.*)?$/.exec(request.url) ?? [];
      const contentType = lookUp(CONTENT_TYPES, extname(name));
      const asset = contentType && (await fetchAsset(db, name));
      if (!asset) throw createProblem('not-found');
      const { encoding, body } = asset;
      void reply
        .code(200)
        .type(contentType)
        .header('cache-control', `public, max-age=${MAX_AGE_S}, immutable`)
        .header('vary', 'accept-encoding');
      if (!encoding) return reply.send(body);
      if (!new Negotiator(request.raw).encodings().includes(encoding))
        return reply.send(await decompress(body));
      return reply.header('content-encoding', encoding).send(body);
    });
    await assets.register(fastifyStatic, {
      root: join(config.consoleDir, 'assets'),
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: MAX_AGE_S * 1000,
    });
  };
  void app.register(register, { prefix: '/assets' });
}
