import * as z from 'zod/mini';
import type { ChangeKind } from './change-kind.ts';

export const ClaimChange = z.strictObject({ kind: z.literal('claim'), claimed: z.boolean() });

export const claimKind: ChangeKind<z.infer<typeof ClaimChange>> = {
  field: 'claim',
  mayAnswer: () => false,
  apply: (_state, { claimed }, { by }) => ({ claimedBy: claimed ? by : null }),
  isNoOp: ({ claimedBy }, { claimed }, personId) =>
    claimed ? claimedBy?.id === personId : claimedBy === null,
};
