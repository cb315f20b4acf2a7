import type { Text } from '#contract/desk/doctor.ts';
import { SECOND_MS } from '#contract/durations.ts';
import { type Clock, awaitAtMost } from '#system/clock.ts';
import type { Check, CheckContext } from './check.ts';

const RUN_TIMEOUT_MS = 60 * SECOND_MS;

/** Runs a check. One that fails itself is a finding, too. */
export async function runCheck(
  check: Check,
  context: CheckContext,
  clock: Pick<Clock, 'setTimer'>,
): Promise<Text[]> {
  try {
    return await awaitAtMost(clock, check.run(context), RUN_TIMEOUT_MS);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ es: `La revisión no se pudo hacer: ${reason}`, en: `The check could not be made: ${reason}` }];
  }
}
