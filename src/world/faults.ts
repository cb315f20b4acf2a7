import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { CALLBACK_FAULTS, CALL_FAULTS } from './network.ts';
import { MAIL_FAULTS } from './post-office.ts';
import type { SeededRandom } from './seeded-random.ts';
import { PROGRAMS, type World } from './world.ts';

/** Runs something later, whatever lives then. */
function later(world: World, ms: number, run: () => unknown): void {
  const end = () => {
    if (world.cleanUps.delete(end)) run();
  };
  world.cleanUps.add(end);
  world.timeline.schedule(ms, { name: 'fault', isAlive: true }, end);
}

/** Restarts a program after a while, unless somebody else has. */
function restartLater(world: World, draw: SeededRandom, program: (typeof PROGRAMS)[number]): void {
  const ms = draw.pick([500, 5000, 60_000, 20 * MINUTE_MS]);
  world.timeline.schedule(ms, { name: 'supervisor', isAlive: true }, () => world.requestStart(program));
}

/** Everything that goes wrong. A fault ends by itself; `World.endFaults` ends it at once. */
export const FAULTS = {
  /** A process ends between two steps, and is started again. */
  crash(world, draw) {
    const program = draw.pick(PROGRAMS);
    const running = world.running.get(program);
    if (!running) return;
    const steps = draw.below(40);
    world.disturb(`${program} is going to crash after ${steps} steps`);
    running.process.stepsLeft = steps;
    later(world, 30 * MINUTE_MS, () => {
      if (running.process.stepsLeft !== undefined) running.process.crash();
    });
    running.process.onEnd(() => restartLater(world, draw, program));
  },

  /** Two or three crashes shortly after each other. */
  'crash again'(world, draw) {
    for (let at = draw.between(2, 3); at > 0; at -= 1)
      world.timeline.schedule(at * draw.between(1000, 90_000), { name: 'fault', isAlive: true }, () => {
        const running = world.running.get('gateway');
        if (!running) return;
        world.disturb('the gateway crashes');
        running.process.crash();
        restartLater(world, draw, 'gateway');
      });
  },

  /** A supervisor stops a program, as for an upgrade, and starts it again. */
  restart(world, draw) {
    const program = draw.pick(PROGRAMS);
    world.disturb(`${program} is restarted`);
    world.requestStop(program, () => restartLater(world, draw, program));
  },

  'calls fail'(world, draw) {
    const kind = draw.pick(CALL_FAULTS);
    world.disturb(`calls of the service meet ${kind}`);
    world.network.callFault = { kind, probability: draw.pick([0.1, 0.5, 1]) };
    later(world, draw.pick([MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS]), () => {
      world.disturb('calls of the service work again');
      world.network.callFault = undefined;
    });
  },

  'callbacks fail'(world, draw) {
    const kind = draw.pick(CALLBACK_FAULTS);
    world.disturb(`callbacks meet ${kind}`);
    world.network.callbackFault = { kind, probability: draw.pick([0.1, 0.5, 1]) };
    later(world, draw.pick([MINUTE_MS, 20 * MINUTE_MS, 6 * HOUR_MS]), () => {
      world.disturb('callbacks work again');
      world.network.callbackFault = undefined;
    });
  },

  'mail fails'(world, draw) {
    const kind = draw.pick(MAIL_FAULTS);
    world.disturb(`mails meet ${kind}`);
    world.postOffice.fault = { kind, probability: draw.pick([0.1, 0.5, 1]) };
    later(world, draw.pick([MINUTE_MS, 20 * MINUTE_MS, 6 * HOUR_MS]), () => {
      world.disturb('mails work again');
      world.postOffice.fault = undefined;
    });
  },

  'disk full'(world, draw) {
    const program = draw.pick(PROGRAMS);
    world.disturb(`the disk of ${program} is full`);
    world.databases[program].isFull = true;
    later(world, draw.pick([MINUTE_MS, 20 * MINUTE_MS, HOUR_MS]), () => {
      world.disturb(`the disk of ${program} has room again`);
      world.databases[program].isFull = false;
    });
  },

  /** A clock is set wrong, and right again. */
  'clock wrong'(world, draw) {
    const program = draw.pick(PROGRAMS);
    const machine = world.machines[program];
    const offset = draw.pick([-1, 1]) * draw.pick([10_000, 4 * MINUTE_MS, 2 * HOUR_MS]);
    world.disturb(`the clock of ${program} is set by ${offset} ms`);
    machine.offset += offset;
    later(world, draw.pick([10 * MINUTE_MS, 2 * HOUR_MS]), () => {
      world.disturb(`the clock of ${program} is right again`);
      machine.offset = 0;
    });
  },

  /** The service loses what it did since its last backup. */
  'restore backup'(world, draw) {
    world.disturb('the service is restored from its backup');
    world.crash('service');
    world.restoreService();
    restartLater(world, draw, 'service');
  },
} satisfies Record<string, (world: World, draw: SeededRandom) => void>;

export type FaultName = keyof typeof FAULTS;
