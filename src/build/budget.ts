import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** JS that may load before the first row of the inbox, brotli kB. */
const BUDGET_KB = 165;
/** JS that only the overview needs, or only pages with charts do, brotli kB. */
const OVERVIEW_BUDGET_KB = 110;

/** Fails a build whose first row needs more JS than the budget: the entry with its static imports, and the head script. */
export function firstRowBudget(): Plugin {
  return {
    name: 'first-row-budget',
    apply: 'build',
    // Sizes are taken from written files, because earlier stages lack the final code.
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const page = bundle['index.html'];
      const html = page?.type === 'asset' ? String(page.source) : '';
      const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '');
      const codes = [...withStaticImports(chunks).map(({ code }) => code), ...inline];
      const kB = compressedSize(codes);
      const figure = `JS to the first row: ${kB.toFixed(1)} kB brotli, budget ${BUDGET_KB}`;
      if (kB > BUDGET_KB || inline.length === 0) throw new Error(figure);
      process.stdout.write(`${figure}\n`);
    },
  };
}

const PAGES_WITH_CHARTS = /\/(?:overview\/OverviewPage|deliveries\/DeliveriesPage)\.tsx$/;

/** Fails a build whose overview needs more JS than its budget that no page without charts needs. */
export function overviewBudget(): Plugin {
  return {
    name: 'overview-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const page = chunks.find(({ facadeModuleId }) =>
        facadeModuleId?.endsWith('/overview/OverviewPage.tsx'),
      );
      if (!page) throw new Error('The overview has no chunk');
      const sharedChunks = reachable(
        chunks.filter(({ isEntry }) => isEntry),
        chunks,
        chunks.filter(({ facadeModuleId }) => PAGES_WITH_CHARTS.test(facadeModuleId ?? '')),
      );
      const ownChunks = [...reachable([page], chunks)].filter((chunk) => !sharedChunks.has(chunk));
      const kB = compressedSize(ownChunks.map(({ code }) => code));
      const figure = `JS of the overview alone: ${kB.toFixed(1)} kB brotli, budget ${OVERVIEW_BUDGET_KB}`;
      if (kB > OVERVIEW_BUDGET_KB) throw new Error(figure);
      process.stdout.write(`${figure}\n`);
    },
  };
}

function compressedSize(codes: readonly string[]): number {
  return codes.reduce((sum, code) => sum + brotliCompressSync(code).length, 0) / 1000;
}

/** The chunks that `start` imports at once or later, itself included, without what only `except` imports. */
function reachable(
  start: readonly Rolldown.OutputChunk[],
  chunks: readonly Rolldown.OutputChunk[],
  except: readonly Rolldown.OutputChunk[] = [],
): Set<Rolldown.OutputChunk> {
  const found = new Set(start);
  for (const { imports, dynamicImports } of found)
    for (const chunk of chunks)
      if (!except.includes(chunk) && [...imports, ...dynamicImports].includes(chunk.fileName))
        found.add(chunk);
  return found;
}

function withStaticImports(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  return [...needed];
}
