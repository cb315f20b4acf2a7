import * as z from 'zod/mini';
import { HOUR_MS } from '#contract/durations.ts';
import type { ChangeKind } from './change-kind.ts';

export const MAX_NUDGE_LENGTH = 500;

/** decided: a person is reminded of the same inquiry once within this time. */
export const NUDGE_INTERVAL_MS = HOUR_MS;

/** Reminds the owner of an inquiry that it waits. `to`: id of the owner. It cannot be undone. */
export const NudgeChange = z.strictObject({
  kind: z.literal('nudge'),
  to: z.string().check(z.minLength(1), z.maxLength(26)),
  text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NUDGE_LENGTH))),
});

export const nudgeKind: ChangeKind<z.infer<typeof NudgeChange>> = {
  field: null,
  mayAnswer: () => false,
  apply: () => ({}),
  isNoOp: () => false,
  getText: ({ text }) => text,
  replaceText: (change, text) => (change.text ? { ...change, text } : change),
  getRecipientId: ({ to }) => to,
};
