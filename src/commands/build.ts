import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const projectRoot = resolve(import.meta.dirname, '../..');
const BUILD_SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'src/build',
  'src/console',
  'src/contract',
  'src/matching',
];

/** Builds the console if `dist` is older than its sources. Without Vite, as in production, the existing build is served. */
export async function buildConsole(): Promise<void> {
  if (!isInstalled('vite')) return;
  const page = join(projectRoot, 'dist/index.html');
  if (
    existsSync(page) &&
    statSync(page).mtimeMs >
      Math.max(...BUILD_SOURCES.map((source) => findNewestMtime(join(projectRoot, source))))
  )
    return;
  console.log('Building the console…');
  const { build } = await import('vite');
  try {
    await build({ root: projectRoot, logLevel: 'warn' });
  } catch (error) {
    // Budgets are checked once the files are there, and the next build would take them for good.
    rmSync(page, { force: true });
    throw error;
  }
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function findNewestMtime(path: string): number {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => findNewestMtime(join(path, name))));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!isInstalled('vite'))
    throw new Error('Building needs the development dependencies: npm ci --include=dev');
  await buildConsole();
}
