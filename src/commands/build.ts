import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'src/console',
  'src/contract',
  'src/matching',
];

/** Builds the console where what is in `dist` is older than what it is made from. */
export async function buildConsole(): Promise<void> {
  const page = join(root, 'dist/index.html');
  if (
    existsSync(page) &&
    statSync(page).mtimeMs > Math.max(...SOURCES.map((source) => newest(join(root, source))))
  )
    return;
  console.log('Building the console…');
  await build({ root, logLevel: 'warn' });
}

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildConsole();
