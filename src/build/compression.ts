import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes `.br` and `.gz` beside every asset that is text. */
export function compression(): Plugin {
  return {
    name: 'compression',
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
