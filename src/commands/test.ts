import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { installChromium } from '#e2e/browser.ts';

// Everything that must hold before a change lands, in the order in which failures are cheapest to learn of.

const root = resolve(import.meta.dirname, '../..');
const steps: [name: string, command: string, ...args: string[]][] = [
  ['types', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware'],
  ['format', 'oxfmt', '--check', '.'],
  ['unit and request tests', 'vitest', 'run'],
  ['console', process.execPath, 'src/commands/build.ts'],
  ['end-to-end tests', 'playwright', 'test', '-c', 'e2e'],
];

installChromium();
for (const [name, command, ...args] of steps) {
  console.log(`\n— ${name}`);
  const started = performance.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) {
    console.error(`\n${name}: failed`);
    process.exit(1);
  }
  console.log(`${name}: passed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
