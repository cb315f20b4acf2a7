import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

// The house rules that types and lint cannot see: which room may import which, and that documents tell the truth.

const root = resolve(import.meta.dirname, '..');

/** What a room may import beside itself. The starters, tests and `e2e` have rules of their own below. */
const ARROWS: Record<string, readonly string[]> = {
  contract: [],
  console: ['contract', 'matching'],
  gateway: ['contract', 'matching', 'database', 'http', 'signing', 'mail', 'outbox'],
  service: ['contract', 'matching', 'database', 'http', 'signing', 'mail', 'outbox'],
  database: [],
  http: ['contract'],
  signing: [],
  mail: [],
  outbox: ['database', 'mail'],
  matching: [],
};

/** Doors of the programs for those who start them and test them. */
const DOORS: Record<string, RegExp> = {
  service: /^(app|config|store|.*\/store|demo\/.*|simulator\/.*|migrations\/.*|catalogs\/.*)\.ts$/,
  gateway:
    /^(app|config|store|installation|.*\/store|inquiries\/(?:agencies|lists|facets|erasure|sweeps)|people\/.*|console\/routes)\.ts$/,
};

interface Import {
  from: string;
  to: string;
}

const files = sources(join(root, 'src')).concat(sources(join(root, 'e2e')));
const imports = files.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(/\bimport\s*(?:\(|(?:[^'"();]*?\sfrom\s)?)\s*['"]([^'"]+)['"]/gm),
  ].map(([, to]): Import => ({ from: relative(root, file), to: to ?? '' })),
);

describe('arrows', () => {
  it('are read from every file', () => expect(imports.length).toBeGreaterThan(300));

  it.each(Object.entries(ARROWS))('%s imports only what it may', (room, allowed) => {
    const strays = imports.filter(({ from, to }) => {
      const entered = /^#(\w+)\//.exec(to)?.[1];
      const isTestSupport = entered === 'testing' && /\.test\.tsx?$/.test(from);
      const isAllowed = entered === room || isTestSupport || allowed.includes(entered ?? '');
      return from.startsWith(`src/${room}/`) && entered && !isAllowed;
    });
    expect(strays).toEqual([]);
  });

  it('nothing stands on benches, and on testing only tests and benches', () => {
    const strays = imports.filter(
      ({ from, to }) =>
        (to.startsWith('#bench/') && !from.startsWith('src/bench/')) ||
        (to.startsWith('#testing/') && !/^(src\/(testing|bench)\/|e2e\/)|\.test\.tsx?$/.test(from)),
    );
    expect(strays).toEqual([]);
  });

  it('http takes problems from the contract and nothing else', () => {
    const strays = imports.filter(
      ({ from, to }) => from.startsWith('src/http/') && to.startsWith('#contract/'),
    );
    expect(new Set(strays.map(({ to }) => to))).toEqual(new Set(['#contract/problem.ts']));
  });

  it('the contract stands on zod alone', () => {
    const others = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/contract/') &&
        !from.endsWith('.test.ts') &&
        !/^(\.\/|#contract\/|zod\/)/.test(to),
    );
    expect(others).toEqual([]);
  });

  it('starters and end-to-end tests enter the programs by their doors', () => {
    const strays = imports.filter(({ from, to }) => {
      const [, room = '', door = ''] = /^#(service|gateway)\/(.+)$/.exec(to) ?? [];
      return (
        /^(src\/[^/]+\.ts|src\/(?:commands|bench)\/|e2e\/)/.test(from) && room && !DOORS[room]?.test(door)
      );
    });
    expect(strays).toEqual([]);
  });

  // Making the schemas of every endpoint takes a slow device longer than showing a list: pages take their room's rows.
  it('the console takes rows of a noun and never a whole table, but for its types', () => {
    const strays = files
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith('src/console/') && !/\.test\.tsx?$/.test(file))
      .filter((file) =>
        /\bimport(?! type\b)[^;]*'#contract\/(?:v3|desk\/desk)\.ts'/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    expect(strays).toEqual([]);
  });

  it('only the console calls fetch in one place', () => {
    const callers = files
      .map((file) => relative(root, file))
      .filter(
        (file) => file.startsWith('src/console/') && /\bfetch\(/.test(readFileSync(join(root, file), 'utf8')),
      );
    // The head script asks before the rest is there.
    expect(callers.toSorted()).toEqual([
      'src/console/api/call.ts',
      'src/console/api/deployment.ts',
      'src/console/boot.ts',
    ]);
  });
});

describe('habits', () => {
  it('the parent folder is named by its room', () => {
    const strays = imports.filter(({ to }) => to.startsWith('../'));
    expect(strays).toEqual([]);
  });

  it('no room without a sign', () => {
    expect(files.filter((file) => /\/(utils?|misc|helpers?|common|index)\.tsx?$/.test(file))).toEqual([]);
  });

  it('a v3 path is written in the contract alone', () => {
    const strays = files
      .map((file) => relative(root, file))
      .filter(
        (file) => /^src\/(console|gateway|service)\//.test(file) && !/test|\/demo\/|\/simulator\//.test(file),
      )
      .filter((file) => /['"`]\/v3\/[a-z]/.test(readFileSync(join(root, file), 'utf8')));
    expect(strays).toEqual([]);
  });

  it('the environment is read in one file', () => {
    const readers = files
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith('src/') && !/test/.test(file) && !file.startsWith('src/commands/'))
      .filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')));
    expect(readers).toEqual(['src/configuration.ts']);
  });

  // Elsewhere it may be what a proxy sent, unchecked, or gone with the connection.
  it('the address of a client is read in one file', () => {
    const readers = files
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith('src/gateway/') && !file.endsWith('.test.ts'))
      .filter((file) =>
        /\.ips?\b|\bremoteAddress\b|\{[^{}]*\bips?\b[^{}]*\}/.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(readers.filter((file) => !file.endsWith('for-tests.ts'))).toEqual([
      'src/gateway/client-address.ts',
    ]);
  });

  // It would also find what every object inherits: `constructor`, `__proto__`.
  describe('a table is looked up by a key from outside with lookUp, or is a Map', () => {
    const LOOK_UPS = [
      // A table with open keys: `const words: Record<string, string> = { … }`, unless its one key is computed.
      /\b(?:const|let) \w+: (?:(?:Readonly|Partial)<)*Record<string\b[^=;]*= \{(?!\s*\[)/,
      /\b(?:const|let) \w+: \{ (?:readonly )?\[\w+: string\][^=;]*= \{/,
      /Record<[^;={]*\(string & \{\}\)/,
      // A table read as one: `(words as Record<string, string>)[name]`, `words[name as keyof typeof words]`.
      /\bas (?:(?:Readonly|Partial)<)*Record<string\b[^()]*\)\s*\??\.?\[/,
      /\[\w+ as keyof typeof /,
      // `name in words`
      /[(&|!=?:,] *\(?\w+ in (?!keyof)[A-Za-z_]\w*\b(?! of)/,
    ];
    const found = (text: string) => LOOK_UPS.some((pattern) => pattern.test(text));

    it.each([
      'const states: Record<string, string> = { Alta: 1 };',
      'const reasons: Partial<Record<string, string>> = {\n  a: 1,\n};',
      'const seen: Readonly<Record<string, string[]>> = {};',
      'const seen: { [name: string]: number } = {};',
      'const told = (): Partial<Record<Name | (string & {}), Told>> => ({',
      'return (standing as Partial<Record<string, string>>)[value] ?? value;',
      'const word = words[name as keyof typeof words];',
      'return algorithm && algorithm in ALGORITHMS',
      'if (name in given) return;',
    ])('is found otherwise: %s', (text) => expect(found(text)).toBe(true));

    it.each([
      'const states = { Alta: 1 };',
      'const one: Record<string, string> = { [field]: 1 };',
      'const given: Record<string, string> = Object.create(null);',
      'const field: Record<keyof AgenciaEdit, string> = {',
      'for (const name in table) x();',
      "if ('id' in verdict) return;",
      'type A = { [K in keyof B]: C };',
    ])('is let be: %s', (text) => expect(found(text)).toBe(false));

    it('everywhere', () => {
      const strays = files
        .map((file) => relative(root, file))
        .filter((file) => /^src\/(?!testing|bench|build)/.test(file) && !/\.test\.tsx?$/.test(file))
        .filter((file) =>
          found(readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')),
        );
      expect(strays).toEqual([]);
    });
  });

  it('every path and command that the README names exists', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const scripts = Object.keys(
      (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
    );
    const named = [...readme.matchAll(/`((?:src|e2e|public|\.ci)\/[^`\s*{]*)`/g)].map(
      ([, path]) => path ?? '',
    );
    const run = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? '');
    expect(named.length).toBeGreaterThan(5);
    const known = new Set([...files, ...folders(root)].map((file) => relative(root, file)));
    expect(named.filter((path) => !known.has(path.replace(/\/$/, '')))).toEqual([]);
    expect(run.filter((script) => !scripts.includes(script))).toEqual([]);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

function folders(folder: string): string[] {
  const tops = ['src', 'e2e', 'public', '.ci'].map((top) => join(folder, top));
  const inside = tops.flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
  );
  return tops.concat(inside);
}
