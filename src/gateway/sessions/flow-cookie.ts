import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { SharedRateLimit } from '#database/shared-rate-limiter.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { InvalidSecretError, KeyMismatchError } from '#signing/secret-box.ts';
import { consumeAttempt } from './attempts.ts';
import { COOKIE_ATTRIBUTES } from './session-cookie.ts';

/** Keeps a sign-in that has begun in its browser, encrypted: it survives a restart, and other gateways can continue it. */
export interface FlowCookie<Flow> {
  set: (reply: FastifyReply, flow: Flow, gateway: Pick<Gateway, 'now' | 'secrets'>) => void;
  /** Returns the flow and deletes its cookie. undefined: there is none, it has expired, or it was taken before. */
  take: (
    request: FastifyRequest,
    reply: FastifyReply,
    gateway: Pick<Gateway, 'db' | 'now' | 'secrets'>,
  ) => Promise<Flow | undefined>;
}

/** `startedAt`: ms since 1970. */
const Envelope = z.object({ flow: z.unknown(), startedAt: z.number() });

export function defineFlowCookie<Flow>({
  name,
  lifetimeMs,
  schema,
}: {
  name: string;
  lifetimeMs: number;
  schema: z.ZodMiniType<Flow>;
}): FlowCookie<Flow> {
  const cookieName = `__Host-${name}`;
  const use = `flow ${name}`;
  const completions: SharedRateLimit = { name: `${name}-completions`, max: 1, windowMs: lifetimeMs };
  return {
    set(reply, flow, { now, secrets }) {
      const sealed = secrets.seal(JSON.stringify({ flow, startedAt: now() }), use);
      void reply.setCookie(cookieName, sealed, { ...COOKIE_ATTRIBUTES, maxAge: lifetimeMs / 1000 });
    },

    async take(request, reply, { db, now, secrets }) {
      const sealed = request.cookies[cookieName];
      void reply.clearCookie(cookieName, COOKIE_ATTRIBUTES);
      if (sealed === undefined) return undefined;
      try {
        const { flow, startedAt } = Envelope.parse(JSON.parse(secrets.open(sealed, use)));
        if (Math.abs(now() - startedAt) >= lifetimeMs) return undefined;
        const isRepeated = 'retryAfterS' in (await consumeAttempt(db, completions, sealed, now()));
        return isRepeated ? undefined : schema.parse(flow);
      } catch (error) {
        if (error instanceof KeyMismatchError || error instanceof InvalidSecretError) return undefined;
        throw error;
      }
    },
  };
}
