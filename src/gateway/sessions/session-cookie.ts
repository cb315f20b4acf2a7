import type { FastifyReply, FastifyRequest } from 'fastify';

export const COOKIE_NAME = '__Host-session';
/** Cookies of this origin that no script reads. `lax`: they come with navigations from other sites. */
export const COOKIE_ATTRIBUTES = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;

/** The session token of a request; undefined: none. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[COOKIE_NAME];
}

export function setSessionCookie(reply: FastifyReply, token: string, absoluteMs: number): void {
  void reply.setCookie(COOKIE_NAME, token, { ...COOKIE_ATTRIBUTES, maxAge: Math.floor(absoluteMs / 1000) });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(COOKIE_NAME, COOKIE_ATTRIBUTES);
}
