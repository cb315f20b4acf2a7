import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** JS that may load before the first row of the inbox, brotli kB. */
const BUDGET_KB = 165;

/** Fails a build whose first row needs more JS than the budget: the entry with its static imports, and the head script. */
export function firstRowBudget(): Plugin {
  return {
    name: 'first-row-budget',
    apply: 'build',
    // Only what is written has the final code of the chunks.
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const page = bundle['index.html'];
      const html = page?.type === 'asset' ? String(page.source) : '';
      const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '');
      const codes = [...withStaticImports(chunks).map(({ code }) => code), ...inline];
      const kB = codes.reduce((sum, code) => sum + brotliCompressSync(code).length, 0) / 1000;
      const figure = `JS to the first row: ${kB.toFixed(1)} kB brotli, budget ${BUDGET_KB}`;
      if (kB > BUDGET_KB || inline.length === 0) throw new Error(figure);
      process.stdout.write(`${figure}\n`);
    },
  };
}

function withStaticImports(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  return [...needed];
}
