import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { CALLBACK_FAULTS, CALL_FAULTS } from './network.ts';
import { MAIL_FAULTS } from './post-office.ts';
import type { SeededRandom } from './seeded-random.ts';
import { upgrade } from './upgrade.ts';
import { type Instance, PROGRAMS, type World } from './world.ts';

const FAULT = { name: 'fault', isAlive: true };

/** Runs something later, whatever lives then. */
function later(world: World, ms: number, run: () => unknown): void {
  const end = () => {
    if (world.cleanUps.delete(end)) run();
  };
  world.cleanUps.add(end);
  world.timeline.schedule(ms, FAULT, end);
}

/** Restarts a process after a while, unless somebody else has. */
function restartLater(world: World, draw: SeededRandom, instance: Instance): void {
  const ms = draw.pick([500, 5000, 60_000, 20 * MINUTE_MS]);
  world.timeline.schedule(ms, { name: 'supervisor', isAlive: true }, () => world.requestStart(instance));
}

/** Lets calls of the service meet a fault for a while. */
function disturbCalls(world: World, fault: NonNullable<World['network']['callFault']>, ms: number): void {
  world.disturb(`calls of the service meet ${fault.kind}`);
  world.network.callFault = fault;
  later(world, ms, () => {
    world.disturb('calls of the service work again');
    world.network.callFault = undefined;
  });
}

/** Everything that goes wrong. A fault ends by itself; `World.endFaults` ends it at once. */
export const FAULTS = {
  /** A process ends between two steps, and is started again. */
  crash(world, draw) {
    const instance = draw.pick(world.instances);
    const running = world.running.get(instance);
    if (!running) return;
    // Few are done while nothing happens: with many, it crashes in the midst of a job.
    const steps = draw.below(draw.pick([40, 1000]));
    world.disturb(`${instance.name} is going to crash after ${steps} steps`);
    running.process.stepsLeft = steps;
    later(world, 30 * MINUTE_MS, () => {
      if (running.process.stepsLeft !== undefined) running.process.crash();
    });
    running.process.onEnd(() => restartLater(world, draw, instance));
  },

  /** A process ends while it does what is due at the full hour. */
  'crash at the hour'(world, draw) {
    const steps = draw.below(120);
    const delay = HOUR_MS - (world.now % HOUR_MS) - 1;
    const instance = draw.pick(world.instancesOf('gateway'));
    world.timeline.schedule(delay, FAULT, () => {
      const running = world.running.get(instance);
      if (!running) return;
      world.disturb(`${instance.name} is going to crash after ${steps} steps`);
      running.process.stepsLeft = steps;
      running.process.onEnd(() => restartLater(world, draw, instance));
    });
  },

  /** Two or three crashes shortly after each other. */
  'crash again'(world, draw) {
    for (let at = draw.between(2, 3); at > 0; at -= 1)
      world.timeline.schedule(at * draw.between(1000, 90_000), FAULT, () => {
        const instance = draw.pick(world.instancesOf('gateway'));
        const running = world.running.get(instance);
        if (!running) return;
        world.disturb(`${instance.name} crashes`);
        running.process.crash();
        restartLater(world, draw, instance);
      });
  },

  /** A supervisor stops a program, as for an upgrade, and starts it again. */
  restart(world, draw) {
    const instance = draw.pick(world.instances);
    world.disturb(`${instance.name} is restarted`);
    world.requestStop(instance, () => restartLater(world, draw, instance));
  },

  upgrade: (world, draw) => upgrade(world, draw, draw.pick(PROGRAMS)),

  'calls fail'(world, draw) {
    const kind = draw.pick(CALL_FAULTS);
    const probability = draw.pick([0.1, 0.5, 1]);
    disturbCalls(world, { kind, probability }, draw.pick([MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS]));
  },

  /** For hours, each call takes seconds. */
  'service slow'(world, draw) {
    disturbCalls(world, { kind: 'slow', probability: 1 }, draw.between(2, 6) * HOUR_MS);
  },

  /** For more than a day, lists lack some inquiries, and each of them answers with an error. */
  'service errs'(world, draw) {
    disturbCalls(world, { kind: 'lists-lack', probability: 1 }, draw.between(26, 60) * HOUR_MS);
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

  /** Somebody's address is closed, and nobody opens it again. */
  'mail address closed'(world, draw) {
    const { mail } = draw.pick(world.template.members);
    world.disturb(`the address ${mail} is closed`);
    world.postOffice.unknown.add(mail);
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
    machine.wasWrong = true;
    later(world, draw.pick([10 * MINUTE_MS, 2 * HOUR_MS]), () => {
      world.disturb(`the clock of ${program} is right again`);
      machine.offset = 0;
    });
  },

  /** The service loses what it did since its last backup. */
  'restore backup'(world, draw) {
    if (world.upgrading.has('service')) return;
    world.disturb('the service is restored from its backup');
    for (const { process } of world.runningOf('service')) process.crash();
    world.restoreService();
    for (const instance of world.instancesOf('service')) restartLater(world, draw, instance);
  },
} satisfies Record<string, (world: World, draw: SeededRandom) => void>;

export type FaultName = keyof typeof FAULTS;
