import type { Random } from '#system/random.ts';
import type { StoryCast, StoryPeople } from './story-agencies.ts';

/** The time, the people and the agencies that the records of the story are made of. */
export interface StoryContext {
  /** Time of the first start, ms since 1970; everything happened before it. */
  now: number;
  zone: string;
  random: Random;
  people: StoryPeople;
  cast: StoryCast;
}
