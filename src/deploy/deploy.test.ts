import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Settings of the README's tables, which are held against the schemas elsewhere. */
const settings = new Set(
  [...read('README.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name),
  ),
);

const FILES: [file: string, assignments: RegExp][] = [
  ['src/deploy/compose.yaml', /^ {4}([A-Z_]+): /gm],
  ['src/deploy/compose.yaml', /\{ <<: \*environment, ([A-Z_]+): /g],
  ['src/deploy/common.env', /^([A-Z_]+)=/gm],
  ['src/deploy/vitrina@.service', /^Environment=([A-Z_]+)=%d/gm],
];

it.each(FILES)('%s sets what the product reads: %s', (file, assignments) => {
  const names = [...read(file).matchAll(assignments)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !settings.has(name.replace(/_FILE$/, '')))).toEqual([]);
});

describe('the image', () => {
  const containerfile = read('src/deploy/Containerfile');

  it('is built from what is there', () => {
    const kept = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const removed = [...containerfile.matchAll(/\bsrc\/\w+(?= |$)/g)].map(([path]) => path);
    expect(removed.length).toBeGreaterThan(3);
    expect(removed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('runs commands that exist', () => {
    const sources = [containerfile, read('src/deploy/compose.yaml'), read('src/deploy/vitrina@.service')];
    const commands = sources.flatMap((text) => text.match(/src\/commands\/[\w-]+\.ts/g) ?? []);
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter((command) => !existsSync(join(root, command)))).toEqual([]);
  });

  // The console's packages are built into it: `npm ci --omit=dev` is enough to run the product.
  it('has the packages that the servers import, and no others', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        /^(?:[\w-]+|(?:contract|gateway|service|database|http|signing|mail|outbox|matching)\/.+)\.ts$/.test(
          path,
        ) && !path.endsWith('.test.ts'),
    );
    const packages = files.flatMap((path) =>
      [
        ...read(`src/${path}`).matchAll(
          /^(?:import|\}).* from '(@[\w-]+\/[\w-]+|[a-z][\w.-]*)(?:\/[^']*)?';$/gm,
        ),
      ].map(([, name = '']) => name),
    );
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
    // The servers run on it.
    packages.push('node');
    expect(new Set(packages)).toEqual(new Set(Object.keys(dependencies)));
  });
});
