import * as z from 'zod/mini';
import { type ChangeKind, recordTouch } from './change-kind.ts';
import { TOUCHES } from './follow-up-state.ts';

export const TouchChange = z.strictObject({
  kind: z.literal('touch'),
  how: z.enum(TOUCHES),
  template: z.optional(z.uuid()),
});

export const touchKind: ChangeKind<z.infer<typeof TouchChange>> = {
  field: null,
  mayAnswer: () => true,
  apply: (state, { how }, { at, by }) => ({
    ...recordTouch(state, { at, by, how }),
    ...(state.status === 'new' && { status: 'answered' }),
  }),
  isNoOp: () => false,
};
