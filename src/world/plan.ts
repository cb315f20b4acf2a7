import { DAY_MS } from '#contract/durations.ts';
import { ACTORS, type ActorName } from './actors.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { SeededRandom } from './seeded-random.ts';
import { drawSetting } from './setting.ts';

/** Size of a world. */
export interface Size {
  days: number;
  agencies: number;
  /** Inquiries a day, of all agencies together. */
  inquiries: number;
  /** Faults a day. */
  faults: number;
  /** Hours until everything has come to rest after the faults ended. */
  settle: number;
  /** People who only get a digest each, at 9. */
  readers: number;
  /** Agencies that are associated at once, after a third of the time. */
  added: number;
  /** Shares of actors that differ from the usual ones: `work queue=300,publish=20`; empty: none. */
  shares: string;
  /** Kinds of faults: `crash,calls fail`; empty: a few that are drawn. */
  kinds: string;
  /** Minutes between two polls of a process; 0: as in a real one. */
  poll: number;
}

/** Something that somebody does or that goes wrong. Others can be left out without a change of this one. */
export interface PlannedEvent {
  index: number;
  /** Milliseconds since 1970. */
  at: number;
  name: ActorName | FaultName;
  /** Seed of its details. */
  seed: string;
}

/** Programs start before anything happens. */
const START_MS = 60_000;

/** Number of actions of each actor for a hundred inquiries that arrive. */
const SHARES: Record<ActorName, number> = {
  publish: 85,
  'publish many': 2,
  'publish odd': 5,
  'buyer writes again': 8,
  'work queue': 60,
  'look at lists': 25,
  'bulk change': 4,
  'undo job': 1,
  export: 3,
  'ask for password': 4,
  'invite person': 2,
  'change rights': 2,
  'erase buyer': 1,
  disassociate: 0.5,
  'invite agency': 1,
  'invite agencies': 1,
  'save topic': 1,
  resend: 2,
  'set canary': 3,
  'set digest': 2,
  'set alarm': 2,
  'watch events': 4,
  'open inquiry': 10,
  'guess passwords': 1,
  'switch topic off': 0,
};

/** Draws everything that will happen in the world of a seed, in the order of time. */
export function drawPlan(seed: number, { days, inquiries, faults, ...size }: Size): PlannedEvent[] {
  const random = new SeededRandom(`${seed}/plan`);
  const { startsAt } = drawSetting(seed);
  const firstAt = startsAt + START_MS;
  const moments: { at: number; name: ActorName | FaultName }[] = [];
  const shares = { ...SHARES, ...parseShares(size.shares) };
  for (const name of Object.keys(ACTORS) as ActorName[]) {
    const count = sample(random, (shares[name] / 100) * inquiries * days);
    for (let number = 0; number < count; number += 1)
      moments.push({ at: firstAt + drawTimeOfDay(random, days), name });
  }
  const kinds = Object.keys(FAULTS) as FaultName[];
  // A seed has few kinds of faults, as what they do together is to be understood.
  const drawn = Array.from({ length: random.between(1, 4) }, () => random.pick(kinds));
  const chosen = size.kinds ? (size.kinds.split(',') as FaultName[]) : drawn;
  for (let number = sample(random, faults * days); number > 0; number -= 1)
    moments.push({ at: firstAt + random.fraction() * days * DAY_MS, name: random.pick(chosen) });
  return moments
    .filter(({ at }) => at < startsAt + days * DAY_MS)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, name }, index) => ({
      index,
      at,
      name,
      seed: `${seed}/event/${index}`,
    }));
}

const parseShares = (shares: string) =>
  Object.fromEntries(
    shares
      .split(',')
      .filter(Boolean)
      .map((share) => share.split('='))
      .map(([name = '', value]) => [name, Number(value)]),
  );

/** Returns a whole number that is `mean` on average. */
function sample(random: SeededRandom, mean: number): number {
  return Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);
}

/** Most happens from 3 to 14 hours after the world began; in Buenos Aires that is from 9 to 20. A world of less than a day is busy. */
function drawTimeOfDay(random: SeededRandom, days: number): number {
  if (days < 1) return random.fraction() * days * DAY_MS;
  const day = random.below(days) * DAY_MS;
  const hour = random.chance(0.85) ? 3 + random.fraction() * 11 : random.fraction() * 24;
  return day + hour * 3_600_000;
}
