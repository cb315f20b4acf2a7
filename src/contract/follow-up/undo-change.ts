import * as z from 'zod/mini';
import type { ChangeKind } from './change-kind.ts';

/**
 * Undoes a timeline entry: the follow-up is as without it; the text of a note stays. 409 `changed-meanwhile` if it is undone
 * already, or what it set (status, snooze, claim) was set again. An undo cannot be undone.
 */
export const UndoChange = z.strictObject({ kind: z.literal('undo'), entry: z.uuid() });

/** The state after an undo comes from the entries that remain. */
export const undoKind: ChangeKind<z.infer<typeof UndoChange>> = {
  field: null,
  mayAnswer: () => false,
  apply: () => ({}),
  isNoOp: () => false,
};
