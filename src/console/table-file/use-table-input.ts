import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Failure } from '#console/api/failure.ts';
import { type TableParts, findHeader, toTable } from './header.ts';
import type { Separator } from './parse-table.ts';
import { splitColumns } from './split-columns.ts';
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

const PASTE_DEBOUNCE_MS = 300;

interface Source {
  revision: number;
  content: string | File;
}

export type TableInputState = ReturnType<typeof useTableInput>;

export function useTableInput() {
  const { t } = useLingui();
  const id = useId();
  const [source, setSource] = useState<Source>({ revision: 0, content: '' });
  const [separator, setSeparator] = useState<Separator>('auto');
  const [chosen, setChosen] = useState<{ revision: number; parts: TableParts }>();
  const text = useRef('');
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timeout.current), []);
  const { revision, content } = source;
  const query = useQuery({
    queryKey: ['table-file', id, revision, separator],
    queryFn: ({ signal }) => readTable(content, { separator, signal }),
    enabled: content !== '',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });
  const rows = content === '' ? undefined : query.data;
  const parts = chosen?.revision === revision ? chosen.parts : rows && suggestParts(rows);
  const whole = rows && parts && toTable(rows, parts, (number) => t`Columna ${number}`);
  const { table, split } = whole ? splitColumns(whole) : { table: undefined, split: [] };
  const use = (next: string | File) =>
    setSource((previous) => ({ revision: previous.revision + 1, content: next }));
  return {
    table,
    rows,
    parts,
    split,
    tableKey: JSON.stringify([revision, separator, parts?.header, parts?.firstRow]),
    hasContent: content !== '',
    file: content instanceof File ? content : undefined,
    isReading: content !== '' && query.isFetching,
    error: content === '' ? null : query.error,
    separator,
    withHeader: parts?.header !== undefined,
    changeText(value: string) {
      text.current = value;
      clearTimeout(timeout.current);
      timeout.current = setTimeout(() => use(value.trim() === '' ? '' : value), PASTE_DEBOUNCE_MS);
    },
    chooseFile: (file: File | undefined) => use(file ?? text.current),
    setSeparator: (next: Separator) => {
      setSeparator(next);
      setChosen(undefined);
    },
    setParts: (next: TableParts) => setChosen({ revision, parts: next }),
    retry: () => void query.refetch(),
  };
}

function suggestParts(rows: readonly (readonly string[])[]): TableParts | undefined {
  const { row, isSure } = findHeader(rows);
  return isSure ? { header: row, firstRow: row === undefined ? 0 : row + 1 } : undefined;
}
