import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

// Architecture rules that types and lint cannot check: allowed imports between folders, and conventions.

const root = resolve(import.meta.dirname, '..');

/** Allowed imports between folders of `src`. Commands, tests and `e2e` have other rules below. */
const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  contract: [],
  console: ['contract', 'matching'],
  gateway: ['contract', 'matching', 'database', 'http', 'signing', 'mail', 'work', 'backup', 'system'],
  service: ['contract', 'matching', 'database', 'http', 'signing', 'mail', 'work', 'backup', 'system'],
  database: ['http', 'system'],
  http: ['contract', 'signing', 'system'],
  signing: ['system'],
  mail: ['http', 'system'],
  work: ['database', 'http', 'mail', 'system'],
  backup: ['database', 'work', 'system'],
  matching: [],
  system: [],
};

/** Modules of the programs that commands, benches and end-to-end tests may import. */
const ENTRY_MODULES: Record<string, RegExp> = {
  service:
    /^(app|apps\/sealed-secrets|config|store|replay-store|.*\/store|demo\/.*|simulator\/.*|migrations\/.*|catalogs\/.*|backup\/program)\.ts$/,
  gateway:
    /^(app|config|store|sealed-secrets|(?:(?:check|move)-)?installation|.*\/store|balance\/(?:balance|report)|deliveries\/(?:incidents|resendable)|doctor\/(?:packet|report)|trace\/(?:format-trace|report)|erasure\/(?:buyer-request|commands|held-inquiries)|inquiries\/(?:absent-agencies|agencies|conditions|freshness|lists|facets|missing|removal|sweep|write-in-batches)|overview\/(?:silence|pending|period|roll-ups)|notifications\/(?:digests|late-alarms)|people\/.*|sessions\/lock-outs|console\/routes|backup\/(?:drill|program))\.ts$/,
};

const BASE = ['api', 'locales', 'ui', 'forms', 'session', 'help'];
const SHARED = [...BASE, 'filters', 'shortcuts', 'agency-select', 'inquiries'];

/** Allowed imports between rooms of the console. Files beside the rooms (`paths.ts`, `theme.ts`) are open to all. */
const CONSOLE_IMPORTS: Record<string, readonly string[]> = {
  api: [],
  locales: ['api', 'ui'],
  ui: ['api'],
  forms: ['api', 'ui'],
  session: ['api', 'locales', 'ui', 'forms'],
  help: ['api', 'locales', 'ui', 'session'],
  offline: ['api', 'ui', 'session'],
  filters: ['api', 'ui', 'session'],
  shortcuts: ['api', 'ui', 'session'],
  'agency-select': BASE,
  'table-file': BASE,
  inquiries: [...BASE, 'filters', 'agency-select'],
  'follow-up': [...BASE, 'inquiries', 'settings/hours'],
  answering: [...BASE, 'agency-select', 'inquiries', 'settings/templates'],
  views: [...BASE, 'agency-select', 'inquiries'],
  live: [...BASE, 'inquiries'],
  jobs: [...BASE, 'agency-select', 'table-file', 'inquiries', 'follow-up'],
  export: [...BASE, 'agency-select', 'inquiries', 'jobs', 'settings/hours'],
  inbox: [...SHARED, 'jobs', 'follow-up', 'answering', 'views', 'live', 'export', 'deliveries'],
  catalogs: [...SHARED, 'table-file'],
  deliveries: [...SHARED, 'jobs'],
  balance: [...SHARED, 'deliveries'],
  trace: [...SHARED, 'follow-up', 'deliveries'],
  webhooks: [...SHARED, 'deliveries'],
  handover: [...SHARED, 'follow-up'],
  overview: [...SHARED, 'follow-up', 'deliveries', 'balance', 'webhooks'],
  agencies: [...SHARED, 'catalogs', 'table-file', 'jobs', 'overview', 'settings/audit', 'settings/hours'],
  connection: [...SHARED, 'webhooks'],
  'settings/api-tokens': SHARED,
  inspector: ['api', 'ui'],
  'settings/audit': [...SHARED, 'deliveries'],
  'settings/buyers': [...SHARED, 'follow-up'],
  'settings/doctor': SHARED,
  'settings/hours': SHARED,
  'settings/import': [...SHARED, 'table-file', 'follow-up', 'jobs'],
  'settings/me': [...SHARED, 'live', 'offline'],
  'settings/people': SHARED,
  'settings/templates': SHARED,
  palette: [...SHARED, 'views', 'catalogs', 'deliveries', 'webhooks', 'settings/people'],
};

interface Import {
  from: string;
  to: string;
}

const files = sources(join(root, 'src')).concat(sources(join(root, 'e2e')));
const imports = files.flatMap((file) =>
  parseImports(readFileSync(file, 'utf8')).map((to): Import => ({ from: relative(root, file), to })),
);

const consoleSources = files
  .map((file) => relative(root, file))
  .filter((file) => file.startsWith('src/console/') && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Modules that a file names in `import`, `export … from` and `import()`. */
function parseImports(text: string): string[] {
  const matches = text.matchAll(
    /(?<!')\b(?:import\s*(?:\(|(?:[^'"();]*?\sfrom\s)?)|export\s[^'"();=]*?\sfrom\s)\s*['"]([^'"]+)['"]/gm,
  );
  return [...matches].map(([, to = '']) => to);
}

/** The console room of a path below `src/console`; undefined for the files beside the rooms. */
function consoleRoom(path: string): string | undefined {
  return /^(settings\/[^/]+|[^/]+)\//.exec(path)?.[1];
}

describe('imports', () => {
  it('are found in every file', () => expect(imports.length).toBeGreaterThan(300));

  it.each(Object.entries(ALLOWED_IMPORTS))('%s imports only allowed folders', (room, allowed) => {
    const violations = imports.filter(({ from, to }) => {
      const importedRoom = /^#(\w+)\//.exec(to)?.[1];
      const isTestSupport = importedRoom === 'testing' && /\.test\.tsx?$/.test(from);
      const isAllowed = importedRoom === room || isTestSupport || allowed.includes(importedRoom ?? '');
      return from.startsWith(`src/${room}/`) && importedRoom && !isAllowed;
    });
    expect(violations).toEqual([]);
  });

  it('rooms of the console import only allowed rooms', () => {
    const violations = imports.filter(({ from, to }) => {
      const room = /^src\/console\/(.+)/.exec(from)?.[1];
      const importing = room && consoleRoom(room);
      const imported = consoleRoom(/^#console\/(.+)/.exec(to)?.[1] ?? '');
      if (!importing || !imported || importing === imported || /\.test\.tsx?$/.test(from)) return false;
      return importing !== 'shell' && !CONSOLE_IMPORTS[importing]?.includes(imported);
    });
    expect(violations).toEqual([]);
  });

  it.each([
    "import { a } from './b.ts';",
    "import './b.ts';",
    "import type { A } from './b.ts';",
    "export * from './b.ts';",
    "export type { A } from './b.ts';",
    "const load = () => import('./b.ts');",
  ])('the circle of a file that has %s is found', (text) => {
    const graph = new Map([
      ['src/a.ts', text],
      ['src/b.ts', "import { a } from './a.ts';"],
    ]);
    const circle = [...graph].flatMap(([from, content]) => parseImports(content).map((to) => ({ from, to })));
    expect(findCircles(circle)).toEqual([['src/a.ts', 'src/b.ts', 'src/a.ts']]);
  });

  it('form no circle of files', () => expect(findCircles(imports)).toEqual([]));

  it('only benches import benches, and only tests and benches import testing', () => {
    const violations = imports.filter(
      ({ from, to }) =>
        (to.startsWith('#bench/') && !/^(?:src\/bench|e2e\/explore)\//.test(from)) ||
        (to.startsWith('#testing/') && !/^(src\/(testing|bench)\/|e2e\/)|\.test\.tsx?$/.test(from)),
    );
    expect(violations).toEqual([]);
  });

  it('http imports only problem.ts of the contract', () => {
    const violations = imports.filter(
      ({ from, to }) => from.startsWith('src/http/') && to.startsWith('#contract/'),
    );
    expect(new Set(violations.map(({ to }) => to))).toEqual(new Set(['#contract/problem.ts']));
  });

  it('the contract imports only zod', () => {
    const others = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/contract/') &&
        !from.endsWith('.test.ts') &&
        !/^(\.\/|#contract\/|zod\/)/.test(to),
    );
    expect(others).toEqual([]);
  });

  it('commands, benches and end-to-end tests import only entry modules', () => {
    const violations = imports.filter(({ from, to }) => {
      const [, room = '', modulePath = ''] = /^#(service|gateway)\/(.+)$/.exec(to) ?? [];
      return (
        /^(src\/[^/]+\.ts|src\/(?:commands|bench)\/|e2e\/)/.test(from) &&
        room &&
        !ENTRY_MODULES[room]?.test(modulePath)
      );
    });
    expect(violations).toEqual([]);
  });

  // Creating the schemas of all endpoints is slow on slow devices: pages import only those they use.
  it('the console imports endpoints of a resource, never a whole table except its types', () => {
    const violations = consoleSources.filter(({ text }) =>
      /\bimport(?! type\b)[^;]*'#contract\/(?:v3|desk\/desk)\.ts'/.test(text),
    );
    expect(violations.map(({ file }) => file)).toEqual([]);
  });

  it('keys and types of replies come from endpoints', () => {
    const EXCEPTIONS = new Set([
      // A file that was chosen, and code that is loaded.
      'src/console/table-file/use-table-input.ts',
      'src/console/inbox/InquiryRows.tsx',
    ]);
    const violations = consoleSources.filter(
      ({ file, text }) =>
        text.includes('as Promise<') ||
        (/queryKey: \[(?:'|\.\.\.)/.test(text) &&
          !file.startsWith('src/console/api/') &&
          !EXCEPTIONS.has(file)),
    );
    expect(violations.map(({ file }) => file)).toEqual([]);
  });

  it('components invalidate no queries: a mutation says what it makes stale', () => {
    const violations = consoleSources.filter(
      ({ file, text }) => file.endsWith('.tsx') && text.includes('invalidateQueries'),
    );
    expect(violations.map(({ file }) => file)).toEqual([]);
  });

  it('the console calls fetch in one place', () => {
    const callers = files
      .map((file) => relative(root, file))
      .filter(
        (file) => file.startsWith('src/console/') && /\bfetch\(/.test(readFileSync(join(root, file), 'utf8')),
      );
    // The head script fetches before the console's code is loaded, and the service worker on behalf of the browser.
    expect(callers.toSorted()).toEqual([
      'src/console/api/call.ts',
      'src/console/api/load-code.ts',
      'src/console/boot.ts',
      'src/console/offline/service-worker.ts',
    ]);
  });
});

function findCircles(edges: readonly Import[]): string[][] {
  const graph = Map.groupBy(edges, ({ from }) => from);
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const edge of graph.get(file) ?? []) visit(resolveImport(edge), [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/** Path of an imported file below the root; other modules keep their name. */
function resolveImport({ from, to }: Import): string {
  if (to.startsWith('./')) return join(from, '..', to);
  return to
    .replace(/^#server\//, 'src/')
    .replace(/^#e2e\//, 'e2e/')
    .replace(/^#/, 'src/');
}

describe('conventions', () => {
  it('no file of the programs is longer than 350 lines', () => {
    const long = files.filter(
      (file) =>
        file.startsWith(join(root, 'src/')) &&
        !/\.test\.tsx?$/.test(file) &&
        readFileSync(file, 'utf8').split('\n').length > 351,
    );
    expect(long.map((file) => relative(root, file))).toEqual([]);
  });

  it('failures become text in the components for failures, and in states of data that stays', () => {
    const users = files
      .map((file) => relative(root, file))
      .filter((file) => /^src\/console\/.*\.tsx$/.test(file) && !file.endsWith('.test.tsx'))
      .filter((file) => /use(?:Form)?FailureMessage\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(users.toSorted()).toEqual([
      'src/console/catalogs/column/EntryAutocomplete.tsx',
      'src/console/forms/FormAlert.tsx',
      'src/console/inbox/FreshnessLabel.tsx',
      'src/console/inbox/InquiryPanel.tsx',
      'src/console/ui/FailureAlert.tsx',
      'src/console/ui/FailureNotice.tsx',
      'src/console/ui/FailurePanel.tsx',
      'src/console/ui/FailureText.tsx',
    ]);
  });

  it('no import starts with ../', () => {
    const violations = imports.filter(({ to }) => to.startsWith('../'));
    expect(violations).toEqual([]);
  });

  it('no file is named utils, misc, helpers, common or index', () => {
    expect(files.filter((file) => /\/(utils?|misc|helpers?|common|index)\.tsx?$/.test(file))).toEqual([]);
  });

  it('v3 paths are only in the contract', () => {
    const violations = files
      .map((file) => relative(root, file))
      .filter(
        (file) => /^src\/(console|gateway|service)\//.test(file) && !/test|\/demo\/|\/simulator\//.test(file),
      )
      .filter((file) => /['"`]\/v3\/[a-z]/.test(readFileSync(join(root, file), 'utf8')));
    expect(violations).toEqual([]);
  });

  // `dns.lookup`, the default of sockets, holds one of libuv's threads while a name server says nothing.
  it('connections look names up by the resolver', () => {
    const violations = files
      .map((file) => relative(root, file))
      .filter(
        (file) => /^src\/(backup|gateway|service|database|http|mail|work)\//.test(file) && !/test/.test(file),
      )
      .filter((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        return (
          /\bnew (?:Agent|Pool|Client)\(|\bconnect\(\{|\bfetch\('/.test(text) &&
          !/toLookupFunction|createCheckedLookup|createSocket/.test(text)
        );
      });
    expect(violations).toEqual([]);
  });

  it('the environment is read in one file', () => {
    const readers = files
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith('src/') && !/test/.test(file) && !file.startsWith('src/commands/'))
      .filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')));
    expect(readers).toEqual(['src/configuration.ts']);
  });

  describe('comments are whole sentences', () => {
    /** Rooms whose comments comply, as beginnings of paths. */
    const ROOMS =
      /^(?:e2e\/|src\/(?:[^/]+$|(?:backup|bench|build|commands|configuration|console|contract|database|gateway|http|mail|matching|service|signing|system|testing|work|world)\/))/;
    const COMMENT = /\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n)+)/gm;
    const FRAGMENT =
      /^[\s*/]*(?:of|what|whether|how|why|as|by|that|in|and|or|but|so|not|also|than|which|who|whose|where|until)\s/i;

    it.each(['Of normalized names.', '// What a row says.', ' * Whether it is open.'])(
      'a fragment is reported: %s',
      (comment) => expect(FRAGMENT.test(comment)).toBe(true),
    );

    it('comments of the console fill at most 700 lines', () => {
      const lines = files
        .filter((file) => relative(root, file).startsWith('src/console/'))
        .flatMap((file) => readFileSync(file, 'utf8').match(COMMENT) ?? [])
        .flatMap((comment) => comment.trim().split('\n'))
        .filter((line) => !line.includes('oxlint-disable'));
      expect(lines.length).toBeLessThanOrEqual(700);
    });

    it('no comment begins with a word that leans on the line above', () => {
      const fragments = files
        .map((file) => relative(root, file))
        .filter((file) => ROOMS.test(file))
        .flatMap((file) =>
          [...readFileSync(join(root, file), 'utf8').matchAll(COMMENT)]
            .map(([comment]) => comment.trim())
            .filter((comment) => FRAGMENT.test(comment))
            .map((comment) => `${file}: ${comment}`),
        );
      expect(fragments).toEqual([]);
    });
  });

  // `useFormState`, `useController` and `useWatch` are safe to memoize, `form.formState` and `form.register` are not.
  it('forms are built of the kit, and no component opts out of the compiler', () => {
    const violations = files
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith('src/console/') && !/\.test\.tsx?$/.test(file))
      .filter((file) =>
        /'use no memo'|\bformState\b|(?<!serviceWorker\?\.)\bregister\(/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    expect(violations).toEqual([]);
  });

  it('sizes of text, colors and breakpoints of style sheets come from the theme', () => {
    const violations = readdirSync(join(root, 'src/console'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) =>
        readFileSync(join(root, 'src/console', file), 'utf8')
          .split('\n')
          .filter((line) => /font(?:-size)?:.*\d(?:px|pt|r?em)\b|#[\da-f]{3,8}\b|@media.*width/i.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(violations).toEqual([]);
  });

  it('switches and dialogs with a form are drawn in one place', () => {
    const users = files
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith('src/console/') && !/\.test\.tsx?$/.test(file))
      .filter((file) =>
        /<Switch\b|<DialogActions\b[\s\S]*type="submit"|type="submit"[\s\S]*<DialogActions\b/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    // The switch of a topic is labelled by its state.
    expect(users.toSorted()).toEqual([
      'src/console/forms/FormDialog.tsx',
      'src/console/ui/SwitchField.tsx',
      'src/console/webhooks/TopicSwitch.tsx',
    ]);
  });

  // Other sources may be unverified proxy headers, or missing after a disconnect.
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

  // Plain indexing would also find inherited members: `constructor`, `__proto__`.
  describe('a table with untrusted keys is read with lookUp, or is a Map', () => {
    const UNSAFE_LOOKUPS = [
      // An object literal typed with open keys: `const words: Record<string, string> = { … }`; one computed key is allowed.
      /\b(?:const|let) \w+: (?:(?:Readonly|Partial)<)*Record<string\b[^=;]*= \{(?!\s*\[)/,
      /\b(?:const|let) \w+: \{ (?:readonly )?\[\w+: string\][^=;]*= \{/,
      /Record<[^;={]*\(string & \{\}\)/,
      // A cast to open keys: `(words as Record<string, string>)[name]`, `words[name as keyof typeof words]`.
      /\bas (?:(?:Readonly|Partial)<)*Record<string\b[^()]*\)\s*\??\.?\[/,
      /\[\w+ as keyof typeof /,
      // `name in words`
      /[(&|!=?:,] *\(?\w+ in (?!keyof)[A-Za-z_]\w*\b(?! of)/,
    ];
    const found = (text: string) => UNSAFE_LOOKUPS.some((pattern) => pattern.test(text));

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
    ])('reports %s', (text) => expect(found(text)).toBe(true));

    it.each([
      'const states = { Alta: 1 };',
      'const one: Record<string, string> = { [field]: 1 };',
      'const given: Record<string, string> = Object.create(null);',
      'const field: Record<keyof AgenciaEdit, string> = {',
      'for (const name in table) x();',
      "if ('id' in verdict) return;",
      'type A = { [K in keyof B]: C };',
    ])('accepts %s', (text) => expect(found(text)).toBe(false));

    it('holds everywhere', () => {
      const violations = files
        .map((file) => relative(root, file))
        .filter((file) => /^src\/(?!testing|bench|build)/.test(file) && !/\.test\.tsx?$/.test(file))
        .filter((file) =>
          found(readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')),
        );
      expect(violations).toEqual([]);
    });
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}
