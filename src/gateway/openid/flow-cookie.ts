import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { MINUTE_MS } from '#contract/durations.ts';
import { COOKIE_ATTRIBUTES } from '#gateway/sessions/session-cookie.ts';
import { InvalidSecretError, KeyMismatchError, type SecretBox } from '#signing/secret-box.ts';

/** decided: time to sign in at the provider, which may ask for a second factor or a new password. */
export const FLOW_MS = 15 * MINUTE_MS;

const FLOW_COOKIE = '__Host-openid';
const USE = 'sign-in by openid connect';

/** A sign-in that has begun in a browser. */
const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Path to open after it. */
  returnTo: z.nullable(z.string()),
  /** ms since 1970. */
  startedAt: z.number(),
});
type Flow = z.infer<typeof Flow>;

/** Keeps a flow in the browser, encrypted: it survives a restart, and other gateways can continue it. */
export function setFlowCookie(reply: FastifyReply, secrets: SecretBox, flow: Flow): void {
  const sealed = secrets.seal(JSON.stringify(flow), USE);
  void reply.setCookie(FLOW_COOKIE, sealed, { ...COOKIE_ATTRIBUTES, maxAge: FLOW_MS / 1000 });
}

/** Takes the flow out of the browser; undefined: there is none, or it has expired. */
export function takeFlow(
  request: FastifyRequest,
  reply: FastifyReply,
  { secrets, now }: { secrets: SecretBox; now: number },
): Flow | undefined {
  const sealed = request.cookies[FLOW_COOKIE];
  void reply.clearCookie(FLOW_COOKIE, COOKIE_ATTRIBUTES);
  if (sealed === undefined) return undefined;
  try {
    const flow = Flow.parse(JSON.parse(secrets.open(sealed, USE)));
    return Math.abs(now - flow.startedAt) < FLOW_MS ? flow : undefined;
  } catch (error) {
    if (error instanceof KeyMismatchError || error instanceof InvalidSecretError) return undefined;
    throw error;
  }
}
