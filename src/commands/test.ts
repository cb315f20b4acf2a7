import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { installChromium } from '#e2e/browser.ts';

// All checks before a change is merged, fastest first.

interface Step {
  name: string;
  command: string[];
  environment?: Record<string, string>;
}

const testRoot = resolve(import.meta.dirname, '../..');
const FULL = { TEST_FULL: '1' };
const world = [process.execPath, 'src/world/main.ts'];
/** Size of a world that is lived through in a second. */
const SMALL = ['--days', '0.1', '--agencies', '2', '--faults', '20', '--once'];
const playwright = ['playwright', 'test', '-c', 'e2e'];

const build: Step = { name: 'console', command: [process.execPath, 'src/commands/build.ts'] };
/** Run in parallel, each on one core. */
const staticChecks: Step[] = [
  { name: 'types', command: ['tsc', '--noEmit', '--singleThreaded'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--threads=1'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  build,
];
const TMPDIR = findTestFolder();
const vitest: Step = {
  name: 'unit and request tests',
  command: ['vitest', 'run'],
  environment: { TMPDIR },
};
const worlds: Step = { name: 'simulated worlds', command: [...world, '--seeds', '20', ...SMALL] };
const endToEnd: Step = {
  name: 'end-to-end tests',
  command: [...playwright, '--grep-invert', '@full'],
  environment: { TMPDIR },
};
/** Only they need the files with slow tests, which are read one by one. */
const listSlowSteps = (): Step[] => [
  {
    name: 'request tests on PostgreSQL, long properties',
    command: ['vitest', 'run', ...findFilesWithSlowTests()],
    environment: { ...FULL, TMPDIR },
  },
  {
    name: 'many simulated worlds',
    command: [...world, '--seeds', '150', ...SMALL],
  },
  {
    name: 'simulated worlds at the pace of the product',
    command: [...world, '--seeds', '4', '--days', '1', '--agencies', '3', '--poll', '0'],
  },
  { name: 'kills', command: [process.execPath, 'src/bench/crash.ts'] },
  {
    name: 'kills of a relay',
    command: [process.execPath, 'src/bench/crash-relay.ts', '--messages=1000'],
  },
  {
    name: 'kills in a fleet',
    // Its speed is measured by the bench alone: here nothing may be lost, nor come late beyond doubt.
    command: [
      process.execPath,
      'src/bench/fleet.ts',
      '--minutes=1',
      '--kill=5',
      '--seconds=1',
      '--rate=15',
      '--events=15',
    ],
  },
  build,
  { name: 'slow end-to-end tests', command: [...playwright, '--grep', '@full'], environment: FULL },
];

const { values } = parseArgs({
  options: {
    full: { type: 'boolean' },
    slow: { type: 'boolean' },
    repeat: { type: 'string' },
    // Steps that could not begin within so many minutes are left out.
    minutes: { type: 'string', default: 'Infinity' },
  },
});

installChromium();
const summary: string[] = [];
if (values.repeat) {
  const runs = Array.from({ length: Number(values.repeat) }, (_, at): Step => ({
    ...endToEnd,
    name: `end-to-end tests, run ${at + 1}`,
  }));
  await runSequentially([build, ...runs]);
} else if (values.slow) await runSequentially(listSlowSteps());
else {
  await runInParallel(staticChecks);
  await runSequentially(
    values.full ? [vitest, worlds, endToEnd, ...listSlowSteps()] : [vitest, worlds, endToEnd],
  );
}
console.log(`\n${summary.join('\n')}`);

/** Runs steps sequentially with their output; exits on the first failure. */
async function runSequentially(steps: Step[]): Promise<void> {
  for (const step of steps) {
    if (performance.now() > Number(values.minutes) * 60_000) {
      summary.push(`left out for lack of time: ${step.name}`);
      continue;
    }
    console.log(`\n— ${step.name}`);
    if (!(await runStep(step, 'inherit')).passed) process.exit(1);
  }
}

/** Runs steps in parallel, and prints the output of failed ones. */
async function runInParallel(steps: Step[]): Promise<void> {
  console.log(`\n— ${steps.map(({ name }) => name).join(', ')}`);
  const started = performance.now();
  const results = await Promise.all(steps.map((step) => runStep(step, 'pipe')));
  for (const { passed, output } of results) if (!passed) console.error(output);
  if (results.some(({ passed }) => !passed)) process.exit(1);
  summary.push(`${secondsSince(started)} s  all of these at once`);
}

async function runStep(
  { name, command: [command = '', ...args], environment }: Step,
  stdio: 'inherit' | 'pipe',
): Promise<{ passed: boolean; output: string }> {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: testRoot,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...environment },
  });
  const [[code], ...output] = await Promise.all([
    once(child, 'close'),
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ]);
  const passed = code === 0;
  if (passed) summary.push(`${secondsSince(started)} s  ${name}`);
  else console.error(`\n${name}: failed`);
  return { passed, output: output.join('') };
}

/** Files with tests that run only, longer, or on another database with `TEST_FULL`. */
function findFilesWithSlowTests(): string[] {
  const files = globSync('src/**/*.test.{ts,tsx}', { cwd: testRoot });
  const isSlow = (text: string) => /TEST_FULL|onEachEngine|propertyRuns/.test(text);
  return files.filter((file) => isSlow(readFileSync(resolve(testRoot, file), 'utf8')));
}

/** Folder for the databases of tests: in memory if there is room, which saves a third of the time. */
function findTestFolder(): string {
  const inMemory = '/dev/shm';
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > 4e9 ? inMemory : tmpdir();
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1).padStart(7);
}
