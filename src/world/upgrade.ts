import { createIndexes } from '#database/concurrent-indexes.ts';
import { executeStatements } from '#database/execute-statements.ts';
import { type Migrations, runMigrations } from '#database/run-migrations.ts';
import { migrations as gatewayMigrations } from '#gateway/migrations/migrations.ts';
import { migrations as serviceMigrations } from '#service/migrations/migrations.ts';
import type { SeededRandom } from './seeded-random.ts';
import { SimulatedProcess } from './simulated-process.ts';
import type { ProgramName, World } from './world.ts';

const SUPERVISOR = { name: 'supervisor', isAlive: true };
/** Delay before a migration that failed, or crashed, is run again. */
const RETRY_MS = 5000;

/** The migrations of a program and those of the releases that a world invents. */
function createMigrations(program: ProgramName, releases: number): Migrations {
  const own = program === 'gateway' ? gatewayMigrations : serviceMigrations;
  const invented = Array.from({ length: releases }, (_, at): [string, Migrations[string]] => [
    `9${String(at).padStart(3, '0')}-release`,
    {
      up: (db) =>
        executeStatements(db, [
          `create table release_${at} (number integer primary key)`,
          `alter table mail add column release_${at} integer not null default 0`,
          `update mail set release_${at} = 1`,
          `insert into release_${at} select count(*) from mail`,
        ]),
    },
  ]);
  return { ...own, ...Object.fromEntries(invented) };
}

/**
 * Brings a program to its next release: stops its processes, migrates its database and starts them. A rolling upgrade migrates
 * while they run, and restarts them one by one. The migration may crash, and is run again.
 */
export function upgrade(world: World, draw: SeededRandom, program: ProgramName): void {
  if (world.upgrading.has(program)) return;
  world.upgrading.add(program);
  const isRolling = draw.chance(0.5);
  world.disturb(`${program} is upgraded${isRolling ? ' while it runs' : ''}`);
  world.releases[program] += 1;
  const supervise = (ms: number, run: () => void) => void world.timeline.schedule(ms, SUPERVISOR, run);
  const finish = () => {
    world.disturb(`${program} is migrated`);
    world.upgrading.delete(program);
    for (const [at, instance] of world.instancesOf(program).entries())
      if (isRolling && world.isUp(instance))
        supervise(at * 20_000, () =>
          world.requestStop(instance, () => supervise(500, () => world.requestStart(instance))),
        );
      else world.requestStart(instance);
  };
  const migrateOnceStopped = () => {
    const running = isRolling ? [] : world.instancesOf(program).filter((instance) => world.isUp(instance));
    for (const instance of running) world.requestStop(instance, () => {});
    if (running.length > 0) supervise(1000, migrateOnceStopped);
    else migrate(world, program, { crashes: draw.below(3), draw, onDone: finish });
  };
  migrateOnceStopped();
}

function migrate(
  world: World,
  program: ProgramName,
  { crashes, draw, onDone }: { crashes: number; draw: SeededRandom; onDone: () => void },
): void {
  const memory = world.databases[program];
  const process = new SimulatedProcess(`migration of ${program}`, {
    timeline: world.timeline,
    machine: world.machines[program],
    onCrash: (crashed) => {
      memory.drop(crashed);
      world.timeline.schedule(RETRY_MS, SUPERVISOR, () =>
        migrate(world, program, { crashes: crashes - 1, draw, onDone }),
      );
    },
  });
  if (crashes > 0) process.stepsLeft = draw.below(30);
  const run = async () => {
    const database = memory.connect<object>(process);
    await runMigrations(database, createMigrations(program, world.releases[program]));
    await createIndexes(database.db, [{ name: 'mail_of_release', on: 'mail (created_at)' }]);
    await database.close();
    process.end();
    onDone();
  };
  world.timeline.schedule(1, process, () => {
    run().catch((error: unknown) => {
      if (!memory.isFull) world.addError(process.name, 'migration failed', error);
      process.crash();
    });
  });
}
