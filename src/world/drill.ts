import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PATCHES = path.join(import.meta.dirname, 'drill');
const MAX_SEEDS = 2000;
/** Patches that are tried at the same time. */
const CONCURRENCY = 2;

/** Small worlds in which much goes wrong: they show most faults soonest. */
const DRILL_SIZE = '--days 0.2 --agencies 2 --inquiries 150 --faults 60 --settle 3';

/**
 * Plants each patch in a copy of the tree, and lives through seeds until a law breaks.
 * @param name only the patches whose name contains it; empty: all
 * @returns the exit code: 1 if a fault was not found, or a patch does not apply any more
 */
export async function runDrill(name: string, seeds = MAX_SEEDS): Promise<number> {
  const files = readdirSync(PATCHES).filter((file) => file.endsWith('.patch') && file.includes(name));
  const waiting = files.toSorted();
  let found = 0;
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await plant(path.join(PATCHES, file), seeds);
      if (result.isFound) found += 1;
      process.stdout.write(`${file.replace(/\.patch$/, '')}: ${result.what}\n`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  process.stdout.write(`${found} of ${files.length} planted faults found\n`);
  return found < files.length ? 1 : 0;
}

/** The size of the world that shows a fault soonest; the text above a patch may give one. */
function readSize(patch: string): string[] {
  const [, size = DRILL_SIZE] = /^Size: (.+)$/m.exec(readFileSync(patch, 'utf8')) ?? [];
  return [...size.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

async function plant(patch: string, seeds: number): Promise<{ isFound: boolean; what: string }> {
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
    const size = readSize(patch);
    const output = await live(folder, [...size, '--first', '--seeds', String(seeds)]);
    const [, seed, law, what] = /^seed (\d+) breaks "([^"]+)" \(.*?\): (.*)$/m.exec(output) ?? [];
    if (seed === undefined)
      return { isFound: false, what: `no law broke in ${seeds} seeds: ${output.slice(-1000)}` };
    const isBrokenAnyway = (await live(ROOT, [...size, '--seed', seed])).includes(`breaks "${law}"`);
    if (isBrokenAnyway) return { isFound: false, what: `seed ${seed} breaks "${law}" without it too` };
    const [cost] = /[\d.]+ s of CPU/.exec(output) ?? [];
    return { isFound: true, what: `seed ${seed} breaks "${law}" after ${cost}: ${what}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lives through worlds of a tree. @returns what it prints */
async function live(folder: string, options: readonly string[]): Promise<string> {
  const { stdout, stderr } = spawn(
    process.execPath,
    ['src/world/main.ts', '--once', '--workers', '1', '--poll', '0', ...options],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  await Promise.all([stdout, stderr].map((stream) => new Promise((end) => void stream.once('close', end))));
  return output;
}
