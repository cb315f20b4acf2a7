import * as z from 'zod/mini';
import type { ChangeKind } from './change-kind.ts';

export const MAX_HAND_OVER_NOTE_LENGTH = 2000;

/** `to`: id of a person who may see the inquiry. */
export const HandOverChange = z.strictObject({
  kind: z.literal('hand-over'),
  to: z.string().check(z.minLength(1), z.maxLength(26)),
  note: z.optional(z.string().check(z.maxLength(MAX_HAND_OVER_NOTE_LENGTH))),
});

/** A bulk change alone: hands each inquiry over to a seller of its agency. */
export const AgencyHandOverChange = z.strictObject({
  kind: z.literal('hand-over-by-agency'),
  note: HandOverChange.shape.note,
});

export const handOverKind: ChangeKind<z.infer<typeof HandOverChange>> = {
  field: 'claim',
  mayAnswer: () => false,
  apply: (_state, _change, { to }) => ({ claimedBy: to }),
  isNoOp: ({ claimedBy }, { to }) => to === claimedBy?.id,
  getText: ({ note }) => note,
  replaceText: (change, text) => (change.note ? { ...change, note: text } : change),
  getRecipientId: ({ to }) => to,
};
