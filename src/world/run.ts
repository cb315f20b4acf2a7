import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { ACTORS, type ActorName, saveTopic } from './actors.ts';
import { FAULTS } from './faults.ts';
import { type Violation, checkLaws } from './laws.ts';
import { countRows } from './laws-retention.ts';
import { lookAround } from './looking.ts';
import type { PlannedEvent, Size } from './plan.ts';
import { SeededRandom } from './seeded-random.ts';
import { drawSetting } from './setting.ts';
import type { Template } from './template.ts';
import { PEOPLE } from './timeline.ts';
import { World } from './world.ts';

/** Laws that hold at quiet moments are checked at this interval, and so often in a short world. */
const CHECK_INTERVAL_MS = 6 * HOUR_MS;
const CHECKS = 8;

/** Time at the end in which nobody does anything, and nothing arrives. */
const REST_MS = 20 * MINUTE_MS;
/** Time in which people look around after that. */
const LOOK_MS = 5 * MINUTE_MS;

export interface LifeOutcome {
  violations: Violation[];
  hash: string;
  trace: readonly string[];
  days: number;
  events: number;
  statements: number;
}

/** Lives through the planned events, and checks the laws. The same arguments give the same trace. */
export async function runWorld(
  seed: number,
  {
    plan,
    size,
    template,
    onNote,
  }: {
    plan: readonly PlannedEvent[];
    size: Size;
    template: Template;
    onNote?: ((line: string) => void) | undefined;
  },
): Promise<LifeOutcome> {
  const setting = drawSetting(seed);
  const { startsAt } = setting;
  const world = new World(seed, template, setting);
  const { timeline } = world;
  timeline.pollMs = size.poll * MINUTE_MS;
  if (onNote) timeline.onNote(onNote);
  const onRejection = (error: unknown) => world.addError(timeline.current.name, 'unhandled rejection', error);
  process.on('unhandledRejection', onRejection);
  let violations: Violation[] = [];
  try {
    for (const instance of world.instances.toReversed()) world.requestStart(instance);
    timeline.schedule(10_000, PEOPLE, () => void prepare(world));
    for (const event of plan) timeline.schedule(event.at - startsAt, PEOPLE, () => begin(world, event));
    if (size.added > 0)
      timeline.schedule(size.days * 0.3 * DAY_MS, PEOPLE, () => world.addAgencies(size.added));
    for (let day = 0; day < size.days; day += 1)
      timeline.schedule(day * DAY_MS + 12 * HOUR_MS, PEOPLE, () => world.backUpService());
    const end = startsAt + size.days * DAY_MS;
    const intervalMs = Math.min(CHECK_INTERVAL_MS, (size.days * DAY_MS) / CHECKS);
    for (let at = startsAt; at < end && violations.length === 0; at += intervalMs) {
      await timeline.run(Math.min(at + intervalMs, end));
      violations = checkLaws(world, 'quiet');
    }
    if (violations.length === 0 && !timeline.isSpinning) {
      world.endFaults();
      const rested = end + size.settle * HOUR_MS;
      await timeline.run(rested - REST_MS - timeline.pollMs);
      // The laws of the end know how often programs poll.
      timeline.pollMs = 0;
      await timeline.run(rested - REST_MS);
      world.rowCounts = countRows(world.databases);
      await timeline.run(rested);
      violations = checkLaws(world, 'end');
    }
    if (violations.length === 0) {
      timeline.schedule(0, PEOPLE, () => void lookAround(world, world.random.split('look')));
      await timeline.run(world.now + LOOK_MS);
      violations = checkLaws(world, 'quiet');
    }
  } finally {
    // Nothing of this world goes on in the next one.
    for (const { process: simulated } of world.running.values()) simulated.isAlive = false;
    for (const database of Object.values(world.databases)) database.close();
    timeline.clear();
    process.off('unhandledRejection', onRejection);
  }
  return {
    violations,
    hash: timeline.digest(),
    trace: timeline.recent,
    days: (world.now - startsAt) / DAY_MS,
    events: timeline.events,
    statements: world.databases.gateway.statements + world.databases.service.statements,
  };
}

async function prepare(world: World): Promise<void> {
  for (const topic of [INQUIRY_TOPIC, REGISTRATION_TOPIC])
    await saveTopic(world, 'soporte@vitrina.example', topic);
}

function begin(world: World, { index, name, seed }: PlannedEvent): void {
  const draw = new SeededRandom(seed);
  world.timeline.note(`${index} ${name}`);
  const fault = new Map(Object.entries(FAULTS)).get(name);
  if (fault) fault(world, draw);
  else
    ACTORS[name as ActorName](world, draw).catch((error: unknown) =>
      world.addError('people', `${name} failed`, error),
    );
}
