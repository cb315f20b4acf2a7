import * as z from 'zod/mini';
import { type ChangeKind, recordContact } from './change-kind.ts';

export const MAX_NOTE_LENGTH = 4000;

export const NoteChange = z.strictObject({
  kind: z.literal('note'),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NOTE_LENGTH)),
  /** True if the buyer was reached. */
  contact: z.boolean(),
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
