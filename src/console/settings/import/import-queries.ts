import {
  type ImportFollowUps,
  type ImportMatch,
  type MatchImport,
  MAX_MATCHED_ROWS,
  followUpImportEndpoints,
} from '#contract/desk/follow-up-import.ts';
import { call } from '#console/api/call.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { JOB_EFFECTS } from '#console/jobs/job-queries.ts';
import type { Table } from '#console/table-file/header.ts';
import type { LookUp } from '#console/table-file/look-up.ts';
import type { ImportColumns } from './import-columns.ts';
import type { ImportRow, SortedRow } from './import-rows.ts';

export interface ImportClue {
  key: string;
  clue: MatchImport['rows'][number];
}

export function importLookUp(
  rows: readonly ImportRow[],
  { agencies, region }: { agencies: readonly string[]; region: string },
): LookUp<ImportClue, readonly ImportMatch[]> {
  return {
    endpoint: 'matchImport',
    items: rows.map(({ number, clue }) => ({ key: String(number), clue })),
    batchSize: MAX_MATCHED_ROWS,
    fetchBatch: async (batch, signal) => {
      const clues = batch.map(({ clue }) => clue);
      const body = {
        rows: clues,
        ...(agencies.length > 0 && { agencies: [...agencies] }),
        ...(region && { region }),
      };
      return (await call(followUpImportEndpoints.matchImport, { body, signal })).rows;
    },
  };
}

export const importFollowUps = endpointMutation(
  followUpImportEndpoints.importFollowUps,
  (body: ImportFollowUps) => ({ body }),
  JOB_EFFECTS,
);

const MAX_SENT_COLUMNS = 60;
const MAX_IMPORT_NAME_LENGTH = 200;
const MAX_IMPORT_CELL_LENGTH = 4000;
const MAX_DETAIL_LENGTH = 1000;

/** Rows that the person left out are not part of the request. */
export function toImportBody(
  { columns }: Table,
  chosen: ImportColumns,
  sorted: readonly SortedRow[],
  name: string,
  describe: (sorted: SortedRow) => string,
): Omit<ImportFollowUps, 'id'> {
  const sent = chooseSentColumns(columns.length, chosen);
  return {
    name: name.slice(0, MAX_IMPORT_NAME_LENGTH),
    columns: sent.map((column) => (columns[column] ?? '').slice(0, MAX_IMPORT_NAME_LENGTH)),
    rows: sorted.flatMap((result): ImportFollowUps['rows'] => {
      const { row, bucket, match, status, lostReason, answeredAt, note } = result;
      const cells = sent.map((column) => (row.cells[column] ?? '').slice(0, MAX_IMPORT_CELL_LENGTH));
      if (bucket === 'left-out' || bucket === 'unknown' || bucket === 'unchanged') return [];
      if (bucket !== 'ready')
        return [{ cells, skipped: bucket, detail: describe(result).slice(0, MAX_DETAIL_LENGTH) }];
      if (!match) return [];
      const { adminMail, sid, version } = match;
      return [
        {
          cells,
          adminMail,
          sid,
          version,
          ...(status && { status }),
          ...(lostReason && { lostReason }),
          ...(answeredAt !== undefined && { answeredAt }),
          ...(note && { note }),
        },
      ];
    }),
  };
}

function chooseSentColumns(count: number, chosen: ImportColumns): number[] {
  const all = Array.from({ length: count }, (_, column) => column);
  const used = new Set(Object.values(chosen).filter((column) => column !== undefined));
  const others = new Set(all.filter((column) => !used.has(column)).slice(0, MAX_SENT_COLUMNS - used.size));
  return all.filter((column) => used.has(column) || others.has(column));
}
