import type { Law } from './law.ts';
import { INDEX_LAWS } from './laws-index.ts';
import { MESSAGE_LAWS } from './laws-messages.ts';
import { STATE_LAWS } from './laws-state.ts';
import { WORK_LAWS } from './laws-work.ts';
import type { World } from './world.ts';

export interface Violation {
  law: Law;
  what: string;
}

const LAWS: readonly Law[] = [...INDEX_LAWS, ...STATE_LAWS, ...MESSAGE_LAWS, ...WORK_LAWS];

/** Returns the first violation of each law that is broken now. */
export function checkLaws(world: World, moment: Law['when']): Violation[] {
  return LAWS.filter(({ when }) => moment === 'end' || when === 'quiet').flatMap((law) => {
    for (const what of law.check(world)) return [{ law, what }];
    return [];
  });
}
