import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * Copies the built product into `folder`, as a release is unpacked beside the one before it. Its assets have names of their
 * own, as those of another version.
 */
export async function createRelease(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !/\/src\/(?:bench|console|testing)$/.test(path),
  });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await copyConsole(join(root, 'dist'), join(folder, 'dist'), version);
}

/** Copies a built console with every asset renamed. */
async function copyConsole(from: string, to: string, version: string): Promise<void> {
  await mkdir(join(to, 'assets'), { recursive: true });
  const files = await readdir(from, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && !/\.(?:br|gz)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name).slice(from.length + 1));
  const names = paths
    .filter((path) => path.startsWith('assets/'))
    .map((path) => path.slice('assets/'.length));
  // Names contain hashes: nothing else reads like them.
  const reference = new RegExp(names.map((name) => name.replaceAll('.', String.raw`\.`)).join('|'), 'g');
  const rename = (text: string) => text.replace(reference, (name) => name.replace('.', `.${version}.`));
  for (const path of paths)
    await writeFile(join(to, rename(path)), rename(await readFile(join(from, path), 'utf8')));
}
