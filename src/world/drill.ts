import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PATCHES = path.join(import.meta.dirname, 'drill');
const MAX_SEEDS = 2000;

/** Small worlds in which much goes wrong: they show most faults soonest. */
const DRILL_SIZE = [
  '--days',
  '0.5',
  '--agencies',
  '2',
  '--inquiries',
  '120',
  '--faults',
  '40',
  '--settle',
  '6',
];

/**
 * Plants each patch in a copy of the tree, and lives through seeds until a law breaks.
 * @param name only the patches whose name contains it; empty: all
 * @returns the exit code: 1 if a fault was not found, or a patch does not apply any more
 */
export function runDrill(name: string, seeds: number = MAX_SEEDS): number {
  const names = readdirSync(PATCHES).filter((file) => file.endsWith('.patch') && file.includes(name));
  let missed = 0;
  for (const file of names.toSorted()) {
    const result = plant(path.join(PATCHES, file), seeds);
    if (!result.isFound) missed += 1;
    process.stdout.write(`${file.replace(/\.patch$/, '')}: ${result.what}\n`);
  }
  process.stdout.write(`${names.length - missed} of ${names.length} planted faults found\n`);
  return missed > 0 ? 1 : 0;
}

function plant(patch: string, seeds: number): { isFound: boolean; what: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrina-drill-'));
  try {
    for (const part of ['src', 'package.json', 'tsconfig.json'])
      cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    try {
      execFileSync('git', ['apply', patch], { cwd: folder, stdio: 'pipe' });
    } catch {
      return { isFound: false, what: 'the patch does not apply any more' };
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['src/world/main.ts', '--once', '--first', '--seeds', String(seeds), ...DRILL_SIZE],
      { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const [, seed, law, what] = /^seed (\d+) breaks "([^"]+)" \(.*?\): (.*)$/m.exec(stdout) ?? [];
    if (seed !== undefined) return { isFound: true, what: `seed ${seed} breaks "${law}": ${what}` };
    return { isFound: false, what: stdout ? `no law broke in ${seeds} seeds` : stderr.slice(-2000) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
