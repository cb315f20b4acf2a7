import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ExportManifest, ExportQuery } from '#contract/desk/export.ts';
import { FacetsQuery } from '#contract/desk/inquiries.ts';
import type { ExportedFile, Job } from '#contract/desk/jobs.ts';
import type { ExportInput } from './export-jobs.ts';
import { getCellFormat, getExportColumns } from './export-text.ts';

/** Describes an export whose job is done. `chunks` is the file as it is downloaded. */
export async function createManifest(
  { id, by, name, createdAt, finishedAt, done: rows }: Job,
  { format, masked, expected, missing }: ExportedFile,
  { query, scope }: Pick<ExportInput, 'query' | 'scope'>,
  {
    chunks,
    timeZone,
    signal,
  }: { chunks: AsyncIterable<string | Uint8Array>; timeZone: string; signal: AbortSignal },
): Promise<ExportManifest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    const data = Buffer.from(chunk);
    hash.update(data);
    bytes += data.length;
  }
  return {
    file: { name, format, bytes, sha256: hash.digest('hex') },
    job: id,
    by,
    startedAt: new Date(createdAt).toISOString(),
    finishedAt: new Date(finishedAt ?? createdAt).toISOString(),
    zone: getCellFormat(query, timeZone).zone,
    agencies: scope.agencies ? [...scope.agencies] : null,
    ownInquiriesIn: [...scope.ownInquiriesIn],
    filters: pickFilters(query),
    columns: [...getExportColumns(query)],
    masked,
    expected,
    rows,
    missing: missing ?? [],
    isComplete: (missing ?? []).length === 0 && (expected === null || rows === expected),
  };
}

/** Search parameters of the list but its agencies, which are those of the scope. */
const FILTERS = z.keyof(FacetsQuery).options.filter((name) => name !== 'agencia');

const pickFilters = (query: ExportQuery) =>
  Object.fromEntries(FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
