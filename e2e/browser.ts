import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The one without windows does the same work in three quarters of the time.
const WINDOWLESS = 'chromium-headless-shell';
const NAMES = [WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium to test with: $CHROMIUM, the system's, or Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const system = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM ?? '', ...system, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
}

/** The same, or an error that says how to get one. */
export function chromiumPath(): string {
  const found = findChromium();
  if (!found)
    throw new Error('No Chromium was found. Install one, or name it: CHROMIUM=/path/to/chromium npm test');
  return found;
}

/** Installs a Chromium where there is none, by Playwright or else by the system's packages, and says what it did. */
export function installChromium(): void {
  const found = findChromium();
  if (found) {
    console.log(`Browser: ${found}`);
    return;
  }
  const packages = [WINDOWLESS, 'chromium'].map(
    (name) => `apt-get install -y --no-install-recommends ${name}`,
  );
  const ways: [string, string[]][] = [
    ['npx', ['playwright', 'install', 'chromium']],
    ['sh', ['-c', `apt-get update && (${packages.join(' || ')})`]],
  ];
  for (const [command, args] of ways) {
    console.log(`No Chromium was found; trying: ${command} ${args.join(' ')}`);
    spawnSync(command, args, { stdio: 'inherit' });
    if (findChromium()) break;
  }
  console.log(`Browser: installed ${chromiumPath()}`);
}
