import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ExportLine, type MissingDays, exportEndpoints } from '#contract/desk/export.ts';
import { Failure } from '#console/api/failure.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { streamLines } from '#console/api/stream-lines.ts';
import type { exportQuery } from './export-query.ts';

type Query = ReturnType<typeof exportQuery>;

export interface ExportProgress {
  rows: number;
  /** null while the gateway reads the newest inquiries of the service. */
  total: number | null;
}

export interface ExportedFile {
  name: string;
  /** Object URL, revoked on reset. */
  url: string;
  rows: number;
  missing: readonly MissingDays[];
}

export type ExportJob = ReturnType<typeof useExportJob>;

const NO_PROGRESS: ExportProgress = { rows: 0, total: null };
/** The text is collected in blobs of so many characters, which the browser may keep on disk. */
const BLOB_LENGTH = 1_000_000;

export function useExportJob() {
  const [progress, setProgress] = useState(NO_PROGRESS);
  const controller = useRef<AbortController>(undefined);
  const mutation = useMutation({
    meta: BACKGROUND,
    gcTime: 0,
    mutationFn: (query: Query) => {
      controller.current?.abort();
      controller.current = new AbortController();
      setProgress(NO_PROGRESS);
      return downloadExport(query, controller.current.signal, setProgress);
    },
    onSuccess: saveFile,
  });
  const { data: file, error, status } = mutation;
  const url = file?.url;
  useEffect(() => () => controller.current?.abort(), []);
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
  const reset = () => {
    controller.current?.abort();
    mutation.reset();
  };
  return { status, progress, file, error, start: mutation.mutate, reset };
}

async function downloadExport(
  query: Query,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const blobs: Blob[] = [];
  let text = '';
  for await (const line of streamLines(exportEndpoints.exportInquiries, ExportLine, { query, signal })) {
    signal.throwIfAborted();
    text += line.text;
    if (text.length > BLOB_LENGTH || line.kind === 'end') {
      blobs.push(new Blob([text]));
      text = '';
    }
    if (line.kind === 'end') {
      const { name, rows, missing } = line;
      const type = query.format === 'json' ? 'application/json' : 'text/csv';
      return { name, rows, missing, url: URL.createObjectURL(new Blob(blobs, { type })) };
    }
    const { rows, total } = line;
    onProgress({ rows, total });
  }
  throw new Failure('network', exportEndpoints.exportInquiries.path);
}

function saveFile({ url, name }: ExportedFile): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
