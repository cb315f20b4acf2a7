import { type Plugin, type Rolldown, build } from 'vite';
import { desk } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { v3 } from '#contract/v3.ts';

/**
 * Puts `src/console/boot.ts` as an inline script into the head, where the first call starts. It also starts the
 * console: the page only preloads the entry, and says where the texts of each language and the code of the overview are.
 */
export function headScript(target: string): Plugin[] {
  return [
    {
      name: 'head-script',
      apply: 'build',
      transformIndexHtml: {
        order: 'pre',
        handler: async (html) =>
          html.replace(
            '<!--boot-->',
            `<script>${await bundleHeadScript(target)}</script>`.replaceAll('$', '$$$$'),
          ),
      },
    },
    {
      name: 'preload-entry',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle = {} }) {
          const texts = Object.values(bundle).flatMap((output) => {
            const [, language] = /locales\/(\w+)\.po$/.exec(getFacadeModule(output) ?? '') ?? [];
            return language ? [` data-${language}="/${output.fileName}"`] : [];
          });
          const overview = listOwnFiles(Object.values(bundle), '/overview/OverviewPage.tsx');
          const preloading = html.replace(
            /<script type="module" crossorigin src="([^"]+)"><\/script>/,
            `<link rel="preload" as="script" crossorigin id="console" href="$1"${texts.join('')} data-overview="${overview.join(' ')}">`,
          );
          if (preloading === html) throw new Error('index.html has no entry');
          return preloading;
        },
      },
    },
  ];
}

const getFacadeModule = (output: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  output.type === 'chunk' ? output.facadeModuleId : undefined;

/** URLs of the scripts and style sheets that a lazy page imports at once, without those of the entry. */
function listOwnFiles(
  outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  page: string,
): string[] {
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const listChunks = (isStart: (chunk: Rolldown.OutputChunk) => boolean) => {
    const found = new Set(chunks.filter(isStart));
    for (const { imports } of found)
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
    return found;
  };
  const entry = listChunks(({ isEntry }) => isEntry);
  const own = [...listChunks(({ facadeModuleId }) => facadeModuleId?.endsWith(page) ?? false)].filter(
    (chunk) => !entry.has(chunk),
  );
  const sheets = own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...own.map(({ fileName }) => fileName), ...new Set(sheets)].map((file) => `/${file}`);
}

async function bundleHeadScript(target: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    // The script does without the contract's schemas.
    define: {
      LIST_PATH: JSON.stringify(v3.listInquiries.path),
      INDEX_PATH: JSON.stringify(desk.findInquiries.path),
      CONSOLE_HEADER: JSON.stringify(CONSOLE_HEADER),
      ONE_PATH: JSON.stringify(v3.viewInquiry.path),
      OVERVIEW_PATH: JSON.stringify(desk.viewOverviewNow.path),
    },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: 'src/console/boot.ts', output: { format: 'iife' } },
    },
  });
  const [script] = 'output' in result ? result.output : [];
  if (script?.type !== 'chunk') throw new Error('boot.ts did not become one script');
  return script.code.trim();
}
