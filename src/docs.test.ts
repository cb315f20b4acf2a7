import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Readme,
  countWords,
  getReadme,
  getSection,
  listCodeBlocks,
  listCodeSpans,
  listTableRows,
  readmes,
} from '#testing/readmes.ts';

// READMEs against the code that they describe. Their runnable blocks are run by `docs-blocks.test.ts`.

const MAX_FRONT_BYTES = 8192;
const MAX_CELL_WORDS = 25;
const MAX_DECISION_WORDS = 60;
const MAX_RECIPE_STEPS = 8;
const RECIPES = [
  'A mark on a row',
  'A column of a table',
  'A built-in view',
  'An action on the card',
  'A field of a form',
  'A page',
  'A desk endpoint',
  'A setting',
  'A live event',
  'A mail',
];

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const front = getReadme('README.md');

/** Paths that exist only after something ran. */
const GENERATED = new Set(['manifest.json', '.data/', '.data/outbox', 'secrets/']);
/** Names of other programs. */
const FOREIGN_NAMES = new Set([
  'pg_dump',
  'pg_upgrade',
  'max_connections',
  'MALLOC_ARENA_MAX',
  'nodejs_eventloop_lag_p99_seconds',
]);
const FILE_NAME = /\.(?:tsx?|css|json|po|md|html|conf|ya?ml|env|png)$/;

const sources = ['src', 'e2e']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter(
    (path) =>
      (/\.tsx?$/.test(path) || /^src\/deploy\/[A-Z]\w+file$/.test(path)) && !path.startsWith('src/docs'),
  )
  .map((path) => readFileSync(join(root, path), 'utf8'));
const words = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));

describe.each(readmes.map((readme) => [readme.path, readme] as const))('%s', (_, readme) => {
  it('names paths that exist', () => {
    expect(listPaths(readme).filter((path) => !findPath(readme, path))).toEqual([]);
  });

  it('names identifiers and variables that the code has', () => {
    const names = listCodeSpans(readme.prose)
      .map((code) => /^([A-Za-z_]\w*)(?:\(\))?$/.exec(code)?.[1] ?? '')
      .filter((name) => /[A-Z_]/.test(name));
    expect(names.filter((name) => !words.has(name) && !FOREIGN_NAMES.has(name))).toEqual([]);
  });

  it('names identifiers that are in the file beside them', () => {
    const pairs = [...readme.prose.matchAll(/`(\w+)(?:\(\))?` (?:of|in) `([\w@/.-]+\.tsx?)`/g)];
    const missing = pairs.filter(([, name = '', path = '']) => {
      const file = findPath(readme, path);
      return !file || !new RegExp(String.raw`\b${name}\b`).test(readFileSync(file, 'utf8'));
    });
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it('names scripts and options that exist', () => {
    const named = [...readme.text.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(
      ([, script = '']) => script,
    );
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
    expect(readme.text.split('\n').flatMap(listUnknownOptions)).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    const links = [...readme.prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !isLinkValid(readme, target))).toEqual([]);
  });

  it(`has at most ${MAX_CELL_WORDS} words in a cell and ${MAX_DECISION_WORDS} in a decision`, () => {
    const cells = listTableRows(readme.prose).flat();
    expect(cells.filter((cell) => countWords(cell) > MAX_CELL_WORDS)).toEqual([]);
    expect(listDecisions(readme).filter((decision) => countWords(decision) > MAX_DECISION_WORDS)).toEqual([]);
  });

  it('marks blocks of a shell as sh, and runnable ones as sh run', () => {
    const infos = listCodeBlocks(readme).map(({ info }) => info);
    expect(infos.filter((info) => !['', 'sh', 'sh run'].includes(info))).toEqual([]);
  });
});

describe('the README of the project', () => {
  it(`has at most ${MAX_FRONT_BYTES} bytes, and a map of twelve rows`, () => {
    expect(Buffer.byteLength(front.text)).toBeLessThanOrEqual(MAX_FRONT_BYTES);
    expect(listTableRows(getSection(front, 'Map of src'))).toHaveLength(12);
  });

  it('leads to every other README', () => {
    const reached = new Set([front]);
    for (const readme of reached)
      for (const [, target = ''] of readme.text.matchAll(/\]\(([^)#\s]+README\.md)/g))
        reached.add(getReadme(join(readme.folder, target)));
    expect(readmes.filter((readme) => !reached.has(readme)).map(({ path }) => path)).toEqual([]);
  });

  it('gives each dependency its reason', () => {
    const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: object;
      devDependencies: object;
    };
    const documented = listTableRows(getSection(front, 'Dependencies')).flatMap(([names = '']) =>
      names.split(', '),
    );
    // Types and tools of component tests come with what they are for.
    const installed = Object.keys({ ...packages.dependencies, ...packages.devDependencies }).filter(
      (name) => !/^@types\/|^@testing-library\/|^happy-dom$/.test(name),
    );
    expect(documented.toSorted()).toEqual(installed.toSorted());
  });
});

it('every script is in a README', () => {
  const texts = readmes.map(({ text }) => text).join('\n');
  const isNamed = (script: string) =>
    new RegExp(String.raw`npm (?:run )?${script}(?![\w:-])`).test(texts) || script === 'build';
  expect(Object.keys(scripts).filter((script) => !isNamed(script))).toEqual([]);
});

it('every bench has a section of figures with its command, and every section has one', () => {
  const sections = getReadme('src/bench/README.md')
    .text.split(/^## /m)
    .slice(1)
    .filter((section) => !section.startsWith('Options'));
  expect(sections.filter((section) => !/`npm (?:run (?:bench|mutate)|start|ci)/.test(section))).toEqual([]);
  const benches = Object.keys(scripts).filter((script) => script.startsWith('bench'));
  const hasSection = (script: string) =>
    sections.some((section) => new RegExp(String.raw`npm run ${script}(?![\w:-])`).test(section));
  expect(benches.filter((script) => !hasSection(script))).toEqual([]);
});

it(`the recipes are ten, of at most ${MAX_RECIPE_STEPS} numbered steps`, () => {
  const recipes = getSection(getReadme('src/console/README.md'), 'Recipes').split(/^### /m).slice(1);
  expect(recipes.map((recipe) => recipe.split('\n', 1)[0])).toEqual(RECIPES);
  const isTooLong = (recipe: string) => {
    const steps = recipe.match(/^\d+\. /gm)?.length ?? 0;
    return steps === 0 || steps > MAX_RECIPE_STEPS;
  };
  expect(recipes.filter(isTooLong)).toEqual([]);
});

it('every term of the glossary is a name or word of the code', () => {
  const rows = listTableRows(getSection(getReadme('src/contract/README.md'), 'Glossary'));
  const terms = rows.flatMap(([names = '']) => names.split(', '));
  const isUsed = (term: string) => {
    const pattern = new RegExp(String.raw`\b\w*${term.split(/[ -]/).join('[ _-]?')}`, 'i');
    return sources.some((text) => pattern.test(text));
  };
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.filter((term) => !isUsed(term))).toEqual([]);
  const alphabetical = rows.map(([names = '']) => names);
  expect(alphabetical).toEqual(alphabetical.toSorted((a, b) => a.localeCompare(b, 'en')));
});

function listPaths({ prose }: Readme): string[] {
  return listCodeSpans(prose).filter(
    (code) =>
      /^[\w@.-]+(?:\/[\w@.-]+)*\/?$/.test(code) &&
      (/^(?:src|e2e|public|\.ci)\//.test(code) || FILE_NAME.test(code) || code.endsWith('/')) &&
      !GENERATED.has(code),
  );
}

/** Paths are those of the project, or begin at the folder of the README. */
function findPath({ folder }: Readme, path: string): string | undefined {
  return [join(root, folder, path), join(root, path)].find((candidate) => existsSync(candidate));
}

/** Options after `--` of a script, or beside one on the same line, that its source does not name. */
function listUnknownOptions(line: string): string[] {
  const named = [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
  const files = named.flatMap((script) => scripts[script]?.match(/(?:src|e2e)\/\S+\.ts/g) ?? []);
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  if (texts.length === 0) return [];
  const invoked = [...line.matchAll(/npm run [\w:-]+ -- ([^`]*)/g)].map(([, given = '']) => given);
  const alone = listCodeSpans(line).filter((code) => code.startsWith('--'));
  const options = [...invoked, ...alone].flatMap((text) =>
    [...text.matchAll(/--([a-z][\w-]*)/g)].map(([, option = '']) => option),
  );
  return options.filter((option) => !texts.some((text) => new RegExp(String.raw`\b${option}\b`).test(text)));
}

function isLinkValid({ path, folder }: Readme, target: string): boolean {
  if (target.startsWith('https://')) return true;
  const [file = '', heading] = target.split('#');
  const linked = file === '' ? path : join(folder, file);
  if (!existsSync(join(root, linked))) return false;
  return heading === undefined || listHeadings(getReadme(linked)).includes(heading);
}

/** Anchors of headings as GitHub makes them. */
function listHeadings({ text }: Readme): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function listDecisions(readme: Readme): string[] {
  if (!/^## Decisions$/m.test(readme.text)) return [];
  return getSection(readme, 'Decisions').split(/^- /m).slice(1);
}

describe('src/work/README.md', () => {
  const listKinds = (file: string) => {
    const [, union = ''] =
      /export type \w*WorkName =([^;]+);/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    return [...union.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
  };

  it('has all background work of both programs in its table, and no other', () => {
    const kinds = { gateway: listKinds('src/gateway/gateway.ts'), service: listKinds('src/service/work.ts') };
    const lines = readFileSync(join(root, 'src/work/README.md'), 'utf8').matchAll(
      /^\| (both|gateway|service) \| `([\w-]+)` \|/gm,
    );
    const table = { gateway: [] as string[], service: [] as string[] };
    for (const [, program, name = ''] of lines) {
      if (program !== 'service') table.gateway.push(name);
      if (program !== 'gateway') table.service.push(name);
    }
    expect(table.gateway.toSorted()).toEqual(kinds.gateway.toSorted());
    expect(table.service.toSorted()).toEqual(kinds.service.toSorted());
  });
});
