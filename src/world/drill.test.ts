import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../..', import.meta.url);

it.each(globSync('src/world/drill/*.patch', { cwd: root }))('%s can still be planted', (patch) => {
  expect(() => execFileSync('git', ['apply', '--check', patch], { cwd: root, stdio: 'pipe' })).not.toThrow();
});
