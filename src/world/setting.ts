import { HOUR_MS } from '#contract/durations.ts';
import { ZONE } from './configuration.ts';
import { SeededRandom } from './seeded-random.ts';

/** Most worlds begin here: on a Monday, at 6 in the morning in Buenos Aires. */
export const STARTS_AT = Date.parse('2026-03-02T09:00:00Z');

/** Time zones, with a moment at which their clocks are set to or from summer time. */
const CLOCK_CHANGES = [
  ['Europe/Madrid', '2026-03-29T01:00:00Z'],
  ['Europe/Madrid', '2026-10-25T01:00:00Z'],
  ['America/Santiago', '2026-04-05T03:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
] as const;

/** Properties of a world from its start, which follow from the seed alone. */
export interface Setting {
  timeZone: string;
  /** Milliseconds since 1970. */
  startsAt: number;
  /** Processes of each program, on one database. */
  processes: 1 | 2;
  /** Longest time in ms that a statement or transaction waits before it begins. */
  maxStatementWaitMs: number;
}

const STATEMENT_WAIT_MS = 100;

/** Draws the setting of a seed. Some worlds begin shortly before their clocks change. */
export function drawSetting(seed: number): Setting {
  const random = new SeededRandom(`${seed}/setting`);
  const processes = random.chance(0.4) ? 2 : 1;
  // Other processes act meanwhile.
  const isSlow = processes === 2 && new SeededRandom(`${seed}/statements`).chance(0.5);
  const maxStatementWaitMs = isSlow ? STATEMENT_WAIT_MS : 0;
  const usual: Setting = { timeZone: ZONE, startsAt: STARTS_AT, processes, maxStatementWaitMs };
  if (random.chance(0.75)) return usual;
  const [timeZone, at] = random.pick(CLOCK_CHANGES);
  return { ...usual, timeZone, startsAt: Date.parse(at) - random.between(1, 10) * HOUR_MS };
}
