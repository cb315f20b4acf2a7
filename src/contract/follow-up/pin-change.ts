import * as z from 'zod/mini';
import type { ChangeKind } from './change-kind.ts';

/** Pins a note of the inquiry above its history, instead of another one; null: none. */
export const PinChange = z.strictObject({ kind: z.literal('pin'), note: z.nullable(z.uuid()) });

export const pinKind: ChangeKind<z.infer<typeof PinChange>> = {
  field: null,
  mayAnswer: () => false,
  apply: (_state, { note }) => ({ pinnedNote: note }),
  isNoOp: ({ pinnedNote }, { note }) => pinnedNote === note,
};
