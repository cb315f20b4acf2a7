import { MINUTE_MS } from '#contract/durations.ts';
import type { Law } from './law.ts';

/** Errors may follow a disturbance for so long. */
const AFTERMATH_MS = 10 * MINUTE_MS;

/** Laws about processes and what they do by themselves. */
export const WORK_LAWS: Law[] = [
  {
    name: 'errors have a cause',
    sentence:
      'A program logs no error, and leaves no rejection unhandled, unless something went wrong before.',
    when: 'quiet',
    *check({ errors, disturbances }) {
      for (const { at, program, message, details, isDuringFault } of errors)
        if (
          message === 'unhandled rejection' ||
          (!isDuringFault && !disturbances.some((time) => time <= at && at - time < AFTERMATH_MS))
        )
          yield `${program}: ${message} ${details}`;
    },
  },
  {
    name: 'stops are short',
    sentence: 'A process that is told to stop is gone within 5 s.',
    when: 'quiet',
    *check({ ledger }) {
      for (const { program, tookMs } of ledger.stops)
        if (tookMs > 5000) yield `${program} took ${Math.round(tookMs)} ms to stop`;
    },
  },
  {
    name: 'seen by people',
    sentence: 'Nobody sees what their rights exclude.',
    when: 'quiet',
    *check({ ledger }) {
      for (const { law, what } of ledger.seen) yield `${law}: ${what}`;
    },
  },
];
