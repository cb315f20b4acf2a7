import type { World } from './world.ts';

/** Something that always holds, whatever goes wrong. */
export interface Law {
  name: string;
  sentence: string;
  /** `quiet`: it holds whenever nothing runs. `end`: after the faults ended and everything came to rest. */
  when: 'quiet' | 'end';
  /** Time after the end of the faults from which it holds; shorter worlds do not check it. Default: none. */
  settleMs?: number;
  /** Yields what breaks it. */
  check: (world: World) => Iterable<string>;
}
