import * as z from 'zod/mini';
import { MINUTE_MS } from '#contract/durations.ts';
import { defineFlowCookie } from '#gateway/sessions/flow-cookie.ts';

/** decided: time to sign in at the provider, which may ask for a second factor or a new password. */
export const FLOW_MS = 15 * MINUTE_MS;

export const openIdFlowCookie = defineFlowCookie({
  name: 'openid',
  lifetimeMs: FLOW_MS,
  schema: z.object({
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    /** Path to open after it. */
    returnTo: z.nullable(z.string()),
  }),
});
