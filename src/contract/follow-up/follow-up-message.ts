import * as z from 'zod/mini';
import type { RecordedChange } from './change-kinds.ts';
import { LOST_REASONS, STATUSES, TOUCHES } from './follow-up-state.ts';

// Messages to systems of the partner about changes of the follow-up. They have neither texts nor contacts of buyers.

/** Types of these messages, by the kind of the change. */
export const FOLLOW_UP_EVENTS = {
  status: 'follow_up.status_changed',
  claim: 'follow_up.claim_changed',
  'hand-over': 'follow_up.handed_over',
  snooze: 'follow_up.snooze_changed',
  touch: 'follow_up.touched',
  note: 'follow_up.note_added',
  pin: 'follow_up.pin_changed',
  nudge: 'follow_up.nudged',
  undo: 'follow_up.undone',
} as const satisfies Record<RecordedChange['kind'], string>;

export type FollowUpEvent = (typeof FOLLOW_UP_EVENTS)[keyof typeof FOLLOW_UP_EVENTS];

const MessagePerson = z.object({ id: z.string(), name: z.string(), mail: z.string() });

/** The follow-up before or after the change. Times are ISO 8601. */
const MessageState = z.object({
  status: z.enum(STATUSES),
  lostReason: z.nullable(z.enum(LOST_REASONS)),
  owner: z.nullable(MessagePerson),
  snoozedUntil: z.nullable(z.string()),
  firstTouchAt: z.nullable(z.string()),
  firstContactAt: z.nullable(z.string()),
  notes: z.number(),
});

export const FollowUpMessage = z.object({
  type: z.enum(FOLLOW_UP_EVENTS),
  /** Time of the change. */
  timestamp: z.string(),
  data: z.object({
    /** Lower case. */
    agency: z.string(),
    sid: z.string(),
    /** Page of the inquiry. */
    url: z.string(),
    /** Id of the timeline entry, which is that of the message. */
    entry: z.string(),
    /** Increases with each change of the state; notes and pins leave it. */
    version: z.number(),
    by: MessagePerson,
    before: MessageState,
    after: MessageState,
    /** Channel of a touch. */
    how: z.optional(z.enum(TOUCHES)),
    /** A note says that the buyer was reached. */
    contact: z.optional(z.boolean()),
    /** Person who is reminded by a nudge. */
    to: z.optional(MessagePerson),
    /** Id of the entry that was undone. */
    undoneEntry: z.optional(z.string()),
  }),
});
export type FollowUpMessage = z.infer<typeof FollowUpMessage>;
