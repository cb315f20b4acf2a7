import * as z from 'zod/mini';
import { END_OF_INSTANTS } from '#contract/window.ts';
import type { ChangeKind } from './change-kind.ts';

export const SnoozeEnd = z.int().check(z.minimum(0), z.maximum(END_OF_INSTANTS));

export const SnoozeChange = z.strictObject({ kind: z.literal('snooze'), until: z.nullable(SnoozeEnd) });

export const snoozeKind: ChangeKind<z.infer<typeof SnoozeChange>> = {
  field: 'snooze',
  mayAnswer: () => false,
  apply: (_state, { until }) => ({ snoozedUntil: until }),
  isNoOp: ({ snoozedUntil }, { until }) => until === snoozedUntil,
};
