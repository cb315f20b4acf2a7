import { useEffect, useRef, useState } from 'react';
import { ExportLine, type MissingDays, exportRows } from '#contract/desk/export.ts';
import { streamLines } from '#console/api/stream-lines.ts';
import { Failure } from '#console/api/failure.ts';
import type { exportQuery } from './export-query.ts';

type Query = ReturnType<typeof exportQuery>;

/** How far an export is. */
export interface ExportProgress {
  /** In the file. */
  rows: number;
  /** How many there will be; null: the newest ones are being read. */
  total: number | null;
}

export interface ExportedFile {
  name: string;
  /** Of the file in the browser, until it is forgotten. */
  url: string;
  rows: number;
  missing: readonly MissingDays[];
}

export type ExportRun =
  | { state: 'going'; progress: ExportProgress }
  | { state: 'ended'; file: ExportedFile }
  | { state: 'failed'; error: Error };

/** Text is handed to the browser in pieces of so many characters, which it need not keep in memory. */
const PIECE = 1_000_000;

/** One export at a time: asked of the gateway, put together and saved. It ends with the page. */
export function useExportRun() {
  const [run, setRun] = useState<ExportRun>();
  const going = useRef<AbortController>(undefined);
  const url = run?.state === 'ended' ? run.file.url : undefined;
  useEffect(() => () => going.current?.abort(), []);
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  const start = async (query: Query) => {
    going.current?.abort();
    const stop = (going.current = new AbortController());
    const show = (now: ExportRun) => {
      if (going.current === stop) setRun(now);
    };
    show({ state: 'going', progress: { rows: 0, total: null } });
    try {
      const file = await gather(query, stop.signal, (progress) => show({ state: 'going', progress }));
      save(file);
      show({ state: 'ended', file });
    } catch (error) {
      if (!stop.signal.aborted) show({ state: 'failed', error: error as Error });
    } finally {
      stop.abort();
    }
  };
  /** Stops what is going on, and forgets what came of it. */
  const forget = () => {
    going.current?.abort();
    going.current = undefined;
    setRun(undefined);
  };
  return { run, start, forget };
}

async function gather(
  query: Query,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const pieces: Blob[] = [];
  let text = '';
  const lines = streamLines(exportRows.exportInquiries, ExportLine, { query, signal });
  for await (const line of lines) {
    text += line.text;
    if (text.length > PIECE || line.kind === 'end') {
      pieces.push(new Blob([text]));
      text = '';
    }
    if (line.kind === 'end') {
      const { kind: _kind, text: _text, ...told } = line;
      return { ...told, url: URL.createObjectURL(new Blob(pieces, { type: 'text/csv' })) };
    }
    const { rows, total } = line;
    onProgress({ rows, total });
  }
  // Without its end nothing says whether it is whole.
  throw new Failure('network', exportRows.exportInquiries.path);
}

/** Saves it under the name that says whether it is whole. */
function save({ url, name }: ExportedFile): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
