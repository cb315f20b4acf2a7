import type { FastifyRequest } from 'fastify';

/** The token of the `Authorization` header, also a malformed one; undefined: there is none, or another scheme. */
export function readBearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [scheme = '', ...rest] = (headers.authorization ?? '').trim().split(/ +/);
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : undefined;
}
