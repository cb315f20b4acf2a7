import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { type ChangeKind, recordContact } from './change-kind.ts';

export const MAX_NOTE_LENGTH = 4000;
// decided: more people than this are a group, not somebody whom a note is for.
export const MAX_MENTIONS = 10;

export const NoteChange = z.strictObject({
  kind: z.literal('note'),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NOTE_LENGTH)),
  /** True if the buyer was reached. */
  contact: z.boolean(),
  /** Ids of people who may see the inquiry; they are notified. */
  mentions: z.optional(boundedArray(z.string().check(z.maxLength(26)), { max: MAX_MENTIONS })),
});

export const noteKind: ChangeKind<z.infer<typeof NoteChange>> = {
  field: null,
  mayAnswer: ({ contact }) => contact,
  apply(state, { contact }, answer) {
    const { status, notes } = state;
    return {
      notes: notes + 1,
      ...(contact && recordContact(state, answer)),
      ...(contact && (status === 'new' || status === 'answered') && { status: 'contacted' }),
    };
  },
  isNoOp: () => false,
  getText: ({ text }) => text,
  replaceText: (change, text) => ({ ...change, text }),
};
