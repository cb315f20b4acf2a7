import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installChromium } from '#e2e/browser.ts';

// Everything that must hold before a change lands, in the order in which failures are cheapest to learn of.

interface Step {
  name: string;
  command: string[];
  environment?: Record<string, string>;
}

const root = resolve(import.meta.dirname, '../..');
const FULL = { TEST_FULL: '1' };
const playwright = ['playwright', 'test', '-c', 'e2e'];

const statics: Step[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
];
const vitest: Step = { name: 'unit and request tests', command: ['vitest', 'run'] };
const build: Step = { name: 'console', command: [process.execPath, 'src/commands/build.ts'] };
const endToEnd: Step = { name: 'end-to-end tests', command: [...playwright, '--grep-invert', '@full'] };
const slow: Step[] = [
  {
    name: 'unit and request tests on both engines, long properties',
    command: ['vitest', 'run'],
    environment: FULL,
  },
  build,
  { name: 'slow end-to-end tests', command: [...playwright, '--grep', '@full'], environment: FULL },
  { name: 'kills', command: [process.execPath, 'src/bench/crash.ts'] },
];

const { values } = parseArgs({
  options: { full: { type: 'boolean' }, slow: { type: 'boolean' }, repeat: { type: 'string' } },
});

if (values.repeat) {
  const runs = Array.from({ length: Number(values.repeat) }, (_, at): Step => ({
    ...endToEnd,
    name: `end-to-end tests, run ${at + 1}`,
  }));
  runAll([build, ...runs]);
} else if (values.slow) runAll(slow);
else if (values.full) runAll([...statics, vitest, build, endToEnd, ...slow]);
else runAll([...statics, vitest, build, endToEnd]);

/** Stops at the first step that fails. */
function runAll(steps: Step[]): void {
  installChromium();
  const seconds: [string, string][] = [];
  for (const {
    name,
    command: [command = '', ...args],
    environment,
  } of steps) {
    console.log(`\n— ${name}`);
    const started = performance.now();
    const env = { ...process.env, ...environment };
    const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
    if (error) throw error;
    if (status !== 0) {
      console.error(`\n${name}: failed`);
      process.exit(1);
    }
    seconds.push([name, ((performance.now() - started) / 1000).toFixed(1)]);
    console.log(`${name}: passed in ${seconds.at(-1)?.[1]} s`);
  }
  console.log(`\n${seconds.map(([name, time]) => `${time.padStart(7)} s  ${name}`).join('\n')}`);
}
