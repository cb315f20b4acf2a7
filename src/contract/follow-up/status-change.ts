import * as z from 'zod/mini';
import { type ChangeKind, recordContact, recordTouch } from './change-kind.ts';
import { LOST_REASONS, STATUSES, type Status } from './follow-up-state.ts';

export const StatusChange = z.strictObject({
  kind: z.literal('status'),
  status: z.enum(STATUSES),
  lostReason: z.optional(z.nullable(z.enum(LOST_REASONS))),
});

/**
 * A status change as the timeline has it. `answeredAt` stands only in statuses of an import: time of the
 * answer that the status implies; null: unknown, so that it stops the clock but counts in no figure of
 * answers.
 */
export const RecordedStatusChange = z.strictObject({
  ...StatusChange.shape,
  answeredAt: z.optional(z.nullable(z.int())),
});
type RecordedStatusChange = z.infer<typeof RecordedStatusChange>;

/** decided: these imply that the buyer was reached; a loss does not. */
const REACHED: ReadonlySet<Status> = new Set(['contacted', 'appointment', 'won']);

const toLostReason = ({ status, lostReason }: RecordedStatusChange) =>
  status === 'lost' ? (lostReason ?? 'other') : null;

export const statusKind: ChangeKind<RecordedStatusChange> = {
  field: 'status',
  mayAnswer: () => true,
  apply(state, change, { by, at }) {
    const { status } = change;
    const answer = { at: change.answeredAt === undefined ? at : change.answeredAt, by };
    return {
      status,
      lostReason: toLostReason(change),
      ...(REACHED.has(status) && recordContact(state, answer)),
      ...(status === 'answered' && recordTouch(state, { ...answer, how: 'other' })),
    };
  },
  isNoOp: ({ status, lostReason }, change) => change.status === status && toLostReason(change) === lostReason,
};
