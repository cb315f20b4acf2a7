import { type Plugin, build } from 'vite';
import { paths } from '#console/paths.ts';

/** Writes `sw.js` of `src/console/offline/service-worker.ts`, which names every asset of its version. */
export function serviceWorker(target: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry);
        if (!entry) throw new Error('The console has no entry');
        const assets = outputs
          .map(({ fileName }) => `/${fileName}`)
          .filter((path) => /^\/assets\/.*\.(?:js|css|svg)$/.test(path));
        const source = await bundleWorker(target, {
          ASSETS: JSON.stringify(assets.toSorted()),
          ENTRY: JSON.stringify(`/${entry.fileName}`),
          SIGN_IN_PATH: JSON.stringify(paths.signIn()),
        });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

async function bundleWorker(target: string, define: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: 'src/console/offline/service-worker.ts', output: { format: 'iife' } },
    },
  });
  const [script] = 'output' in result ? result.output : [];
  if (script?.type !== 'chunk') throw new Error('service-worker.ts did not become one script');
  return script.code.trim();
}
