import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = '__Host-session';
const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;

/** The token that the browser presents; undefined when there is none. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}

export function setToken(reply: FastifyReply, token: string, absoluteMs: number): void {
  void reply.setCookie(NAME, token, { ...ATTRIBUTES, maxAge: Math.floor(absoluteMs / 1000) });
}

export function clearToken(reply: FastifyReply): void {
  void reply.clearCookie(NAME, ATTRIBUTES);
}
