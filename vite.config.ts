import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { type Plugin, type Rolldown, build } from 'vite';
import { defineConfig } from 'vitest/config';
import { CONSOLE_HEADER } from './src/contract/desk/page.ts';
import type { PagesAhead } from './src/contract/desk/pages-ahead.ts';
import { desk } from './src/contract/desk/desk.ts';
import { v3 } from './src/contract/v3.ts';
import { ASKED_FIRST, type PageAsked } from './src/console/asked-first.ts';
import { patterns } from './src/console/paths.ts';
import { theme } from './src/console/theme.ts';
import { isFirst } from './lingui.config.ts';

/** JS that may load before the first row of the inbox, brotli kB; a build that needs more fails. */
const FIRST_ROW_BUDGET_KB = 165;
const TARGET = 'es2023';
const SHARED_ROOM =
  /\/src\/(?:console\/(?:api|facts|filters|refusals|session|shell|ui))\/|\/src\/(?:contract\/(?:desk\/faults|topics)|matching\/normalise)\.ts$/;
/** A room of the console; those that are pages of their own, and those that the inbox is. */
const ROOM = /\/src\/console\/((?:settings\/)?[\w-]+)\//;
const PAGES_ROOM = /^(?:agencies|catalogs|connection|deliveries|webhooks|settings\/\w+)$/;
const INBOX_ROOM = /^(?:answering|export|follow-up|live|queue|views)$/;

/** Writes the theme's CSS variables into a style sheet: `import 'virtual:theme.css'`. */
function themeSheet(): Plugin {
  const id = 'virtual:theme.css';
  return {
    name: 'theme-sheet',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      return theme
        .generateStyleSheets()
        .flatMap((sheet) => Object.entries(sheet))
        .map(([selector, variables]) => {
          const lines = Object.entries(variables as Record<string, string>).map(
            ([name, value]) => `${name === 'colorScheme' ? 'color-scheme' : name}:${value}`,
          );
          return `${selector}{${lines.join(';')}}`;
        })
        .join('\n');
    },
  };
}

/** The calls of each page, without the contract that names them; in the order of the site map, where the first match counts. */
function pagesAsked(): PageAsked[] {
  return Object.entries(patterns).map(([page, pattern]) => {
    const asked = ASKED_FIRST[page as keyof typeof patterns];
    const asks = asked?.of.map((name) => ({ name, path: { ...v3, ...desk }[name].path })) ?? [];
    return { pattern, asks, with: asked?.with ?? [] };
  });
}

/** Puts `src/console/boot.ts` as an inline script into the head, where the first call starts. */
function bootScript(): Plugin {
  return {
    name: 'boot-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const made = await build({
          configFile: false,
          logLevel: 'warn',
          define: {
            LIST_PATH: JSON.stringify(v3.listInquiries.path),
            INDEX_PATH: JSON.stringify(desk.findInquiries.path),
            CONSOLE_HEADER: JSON.stringify(CONSOLE_HEADER),
            ONE_PATH: JSON.stringify(v3.viewInquiry.path),
            PAGES_ASKED: JSON.stringify(pagesAsked()),
          },
          build: {
            write: false,
            target: TARGET,
            modulePreload: false,
            rolldownOptions: { input: 'src/console/boot.ts', output: { format: 'iife' } },
          },
        });
        const [script] = 'output' in made ? made.output : [];
        if (script?.type !== 'chunk') throw new Error('boot.ts did not become one script');
        return html.replace('<!--boot-->', () => `<script>${script.code.trim()}</script>`);
      },
    },
  };
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Modules with all that they import, and that those import. */
function withImported(first: readonly string[], graph: Graph): Set<string> {
  const needed = new Set(first);
  for (const module of needed)
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) needed.add(imported);
  return needed;
}

let entry: Set<string> | undefined;

/** Whether the entry needs a module, and with it the first row of the inbox. */
function isOfEntry(id: string, graph: Graph): boolean {
  const files = ['index.html', 'src/console/main.tsx'].map((file) => `${import.meta.dirname}/${file}`);
  entry ??= withImported(files, graph);
  return entry.has(id);
}

/** Whether a module comes with more packages than the first screen has, as MUI is. */
function needsPackages(id: string, graph: Graph): boolean {
  return [...withImported([id], graph)].some(
    (module) => module.includes('/node_modules/') && !isOfEntry(module, graph),
  );
}

/** A module with all that imports it, and what imports that, as far up as `through` lets. */
function withImporting(id: string, graph: Graph, through = (_module: string) => true): string[] {
  const asking = new Set([id]);
  for (const module of asking)
    if (through(module))
      for (const importer of graph.getModuleInfo(module)?.importers ?? []) asking.add(importer);
  return [...asking];
}

/** Whether more than one page has a module, and one of them without more packages. */
function isShared(id: string, graph: Graph): boolean {
  const later = withImporting(id, graph).filter(
    (module) => (graph.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0,
  );
  return later.length > 1 && later.some((module) => !needsPackages(module, graph));
}

/**
 * What the entry imports comes in one file. So do the rooms that all later pages share, what each room's pages share,
 * and the schemas that the rooms of the inbox share; a room's own schemas come with it. A list is three to five files
 * and not a dozen, and makes no schemas of other rooms. What needs more packages, as forms need MUI, stays apart: lists
 * show their rows without it.
 */
function chunkOf(id: string, graph: Graph): string | null {
  if (isOfEntry(id, graph)) return 'inbox';
  if (SHARED_ROOM.test(id)) {
    const needed = [...withImported([id], graph)];
    return needed.every((module) => SHARED_ROOM.test(module) || isOfEntry(module, graph)) ? 'pages' : null;
  }
  if (!/\/src\/(?:console|contract)\//.test(id) || needsPackages(id, graph)) return null;
  const asking = withImporting(id, graph, (module) => module.includes('/src/contract/'));
  const [room, ...others] = new Set(asking.flatMap((module) => ROOM.exec(module)?.[1] ?? []));
  if (!room) return null;
  if (others.length > 0) return [room, ...others].some((one) => INBOX_ROOM.test(one)) ? 'contract' : null;
  const isTogether = PAGES_ROOM.test(room) && (id.endsWith('/ahead.ts') || isShared(id, graph));
  return isTogether ? room.replace('/', '-') : null;
}

/** The head script starts the console; the page only loads its code ahead. */
function startedByBoot(): Plugin {
  return {
    name: 'started-by-boot',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const started = html.replace(
          /<script type="module" crossorigin src="([^"]+)"><\/script>/,
          '<link rel="modulepreload" crossorigin id="console" href="$1">',
        );
        if (started === html) throw new Error('index.html has no entry to start');
        return started;
      },
    },
  };
}

/** Chunks with all that they import, and that those import. */
function withImports(
  first: readonly Rolldown.OutputChunk[],
  all: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const needed = new Set(first);
  for (const chunk of needed)
    for (const other of all) if (chunk.imports.includes(other.fileName)) needed.add(other);
  return needed;
}

/**
 * Writes `ahead/pages.json` for the gateway: which files each page of the site map needs beside the entry's, by its
 * pattern and with the texts of either language, so that all of them come at once.
 */
function pagesAhead(): Plugin {
  return {
    name: 'pages-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const there = withImports(
          chunks.filter((chunk) => chunk.isEntry),
          chunks,
        );
        const filesOf = (modules: string[]) => {
          const wanted = modules.map((module) => `${import.meta.dirname}/src/console/${module}`);
          const first = wanted.map(
            (id) =>
              chunks.find(({ moduleIds }) => moduleIds.includes(id)) ?? this.error(`No chunk has ${id}`),
          );
          const later = [...withImports(first, chunks)].filter((chunk) => !there.has(chunk));
          const styles = later.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
          return [...styles, ...later.map(({ fileName }) => fileName)];
        };
        const [routes = ''] = readFileSync('src/console/routes.tsx', 'utf8').split('export const sites');
        const pages = Object.entries(patterns).flatMap(([name, pattern]) => {
          const [, site = ''] = routes.split(`pattern: patterns.${name},`);
          const [own = ''] = site.split('pattern:');
          const modules = [...own.matchAll(/\bimport\('\.\/([^']+)'\)/g)].map(([, module]) => module ?? '');
          return modules.length > 0 ? [{ pattern, files: filesOf(modules) }] : [];
        });
        const texts = { es: filesOf(['locales/later/es.po']), en: filesOf(['locales/later/en.po']) };
        this.emitFile({
          type: 'asset',
          fileName: 'ahead/pages.json',
          source: JSON.stringify({ pages, texts } satisfies PagesAhead),
        });
      },
    },
  };
}

/** Fails a build whose first row needs more JS than the budget: the entry with all it imports, and the head script. */
function firstRowBudget(): Plugin {
  return {
    name: 'first-row-budget',
    apply: 'build',
    // As it is written: what chunks need of one another is put into their code at last.
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const needed = withImports(
        chunks.filter((chunk) => chunk.isEntry),
        chunks,
      );
      const page = bundle['index.html'];
      const html = page?.type === 'asset' ? String(page.source) : '';
      const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '');
      const codes = [...[...needed].map(({ code }) => code), ...inline];
      const kB = codes.reduce((sum, code) => sum + brotliCompressSync(code).length, 0) / 1000;
      const figure = `JS to the first row: ${kB.toFixed(1)} kB brotli, budget ${FIRST_ROW_BUDGET_KB}`;
      if (kB > FIRST_ROW_BUDGET_KB || inline.length === 0) throw new Error(figure);
      process.stdout.write(`${figure}\n`);
    },
  };
}

/** Fails a build whose first screen would say something that is in the catalog of later pages. */
function firstTexts(): Plugin {
  const ours = /\/src\/console\/([\w-]+\/.*)\.tsx?$/;
  return {
    name: 'first-texts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entries = Object.values(bundle).filter((output) => output.type === 'chunk' && output.isEntry);
      const strays = entries
        .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
        .filter((id) => {
          const [, file] = ours.exec(id) ?? [];
          return file !== undefined && !isFirst(file);
        })
        .filter((id) => this.getModuleInfo(id)?.importedIds.some((other) => /@lingui\/react/.test(other)));
      if (strays.length > 0)
        this.error(`Texts of the first screen outside its catalog: ${strays.join(', ')}`);
    },
  };
}

/** Writes `.br` and `.gz` beside every asset that is text. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (!/^assets\/.*\.(js|css|svg)$/.test(output.fileName)) continue;
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          const br = brotliCompressSync(source, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
          });
          this.emitFile({ type: 'asset', fileName: `${output.fileName}.br`, source: br });
          this.emitFile({
            type: 'asset',
            fileName: `${output.fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          });
        }
      },
    },
  };
}

const gateway = `http://localhost:${process.env.PORT || 4000}`;

export default defineConfig({
  plugins: [
    // Before React: its compiler must see what the macros leave.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    themeSheet(),
    bootScript(),
    startedByBoot(),
    pagesAhead(),
    firstRowBudget(),
    firstTexts(),
    compressed(),
  ],
  build: {
    target: TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first file names all that may come later: names that say nothing take half the room there.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'chunks', name: chunkOf }],
        },
      },
    },
  },
  server: {
    proxy: { '/v3': gateway, '/desk': gateway },
  },
  test: {
    expect: { poll: { timeout: 8000 } },
    // Long properties take longer, not single calls.
    testTimeout: process.env.TEST_FULL ? 120_000 : 20_000,
    // More than a small machine has cores: servers and their databases wait for one another.
    maxWorkers: 4,
    globalSetup: ['src/testing/databases.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['src/{contract,database,gateway,http,mail,matching,service,signing}/**/*.test.ts'],
          exclude: ['**/*.isolated.test.ts'],
          setupFiles: ['src/testing/cheap-passwords.ts'],
          // One module graph for all files of a worker: loading it takes longer than most files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'modules',
          include: [
            'src/{bench,commands,console,testing}/**/*.test.ts',
            'src/*.test.ts',
            'src/**/*.isolated.test.ts',
          ],
          setupFiles: ['src/testing/cheap-passwords.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/console-cleanup.ts'],
          environment: 'happy-dom',
          css: false,
          isolate: false,
        },
      },
    ],
  },
});
