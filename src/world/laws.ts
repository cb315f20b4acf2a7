import type { Law } from './law.ts';
import { CANARY_LAWS } from './laws-canary.ts';
import { DUE_LAWS } from './laws-due.ts';
import { INDEX_LAWS } from './laws-index.ts';
import { KEPT_LAWS } from './laws-kept.ts';
import { MAIL_LAWS } from './laws-mail.ts';
import { MESSAGE_LAWS } from './laws-messages.ts';
import { RETENTION_LAWS } from './laws-retention.ts';
import { STATE_LAWS } from './laws-state.ts';
import { TIME_LAWS } from './laws-time.ts';
import { WORK_LAWS } from './laws-work.ts';
import type { World } from './world.ts';

export interface Violation {
  law: Law;
  what: string;
}

const LAWS: readonly Law[] = [
  ...INDEX_LAWS,
  ...STATE_LAWS,
  ...MESSAGE_LAWS,
  ...CANARY_LAWS,
  ...MAIL_LAWS,
  ...DUE_LAWS,
  ...RETENTION_LAWS,
  ...WORK_LAWS,
  ...TIME_LAWS,
  ...KEPT_LAWS,
];

/** Returns the first violation of each law that is broken now. */
export function checkLaws(world: World, moment: Law['when']): Violation[] {
  const settledMs = world.now - (world.faultsEndedAt ?? world.now);
  return LAWS.filter(
    ({ when, settleMs = 0 }) => when === 'quiet' || (moment === 'end' && settledMs >= settleMs),
  ).flatMap((law) => {
    for (const what of law.check(world)) return [{ law, what }];
    return [];
  });
}
