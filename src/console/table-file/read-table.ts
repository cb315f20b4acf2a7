import { Failure } from '#console/api/failure.ts';
import type { Separator } from './parse-table.ts';
import { MAX_BYTES, MAX_READING_MS, TableProblem } from './table-problem.ts';
import type { TableReply } from './table-worker.ts';

/**
 * Reads beside the page.
 * @throws TableProblem; Failure `chunk` when the code for it did not load; AbortError
 */
export async function readTable(
  source: string | File,
  { separator = 'auto', signal }: { separator?: Separator; signal?: AbortSignal } = {},
): Promise<string[][]> {
  if (typeof source !== 'string' && source.size > MAX_BYTES) throw new TableProblem('too-large');
  const content = typeof source === 'string' ? source : await source.arrayBuffer();
  signal?.throwIfAborted();
  if (typeof Worker === 'undefined')
    return (await import('./parse-table.ts')).parseTable({ content, separator });
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  let timeout: ReturnType<typeof setTimeout> | undefined;
  try {
    const { promise, resolve, reject } = Promise.withResolvers<TableReply>();
    worker.addEventListener('message', ({ data }: MessageEvent<TableReply>) => resolve(data));
    worker.addEventListener('error', () => reject(new Failure('chunk', 'table-worker')));
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    timeout = setTimeout(() => reject(new TableProblem('too-slow')), MAX_READING_MS);
    worker.postMessage({ content, separator }, typeof content === 'string' ? [] : [content]);
    const reply = await promise;
    if ('problem' in reply) throw new TableProblem(reply.problem);
    return reply.rows;
  } finally {
    clearTimeout(timeout);
    worker.terminate();
  }
}
