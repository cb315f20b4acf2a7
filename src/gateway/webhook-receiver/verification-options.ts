import type { Gateway } from '#gateway/gateway.ts';
import type { VerificationOptions } from '#signing/webhook.ts';

/** Allowed difference of a message's time, in either direction. */
const TOLERANCE_MS = 5 * 60_000;

/** Options by which messages are verified now. */
export const getVerificationOptions = ({
  now,
  config,
  demoFaults,
}: Pick<Gateway, 'now' | 'config' | 'demoFaults'>): VerificationOptions => ({
  now: now() + (demoFaults?.clockErrorMs ?? 0),
  toleranceMs: TOLERANCE_MS,
  join: config.hookSignatureJoin,
});
