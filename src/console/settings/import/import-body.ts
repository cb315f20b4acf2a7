import type { ImportFollowUps } from '#contract/desk/follow-up-import.ts';
import type { Table } from '#console/table-file/header.ts';
import type { ImportColumns } from './import-columns.ts';
import type { SortedRow } from './sort-rows.ts';

const MAX_SENT_COLUMNS = 60;
const MAX_SENT_NAME_LENGTH = 200;
const MAX_SENT_CELL_LENGTH = 4000;
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
    name: name.slice(0, MAX_SENT_NAME_LENGTH),
    columns: sent.map((column) => (columns[column] ?? '').slice(0, MAX_SENT_NAME_LENGTH)),
    rows: sorted.flatMap((result): ImportFollowUps['rows'] => {
      const { row, bucket, match, status, lostReason, answeredAt, note } = result;
      const cells = sent.map((column) => (row.cells[column] ?? '').slice(0, MAX_SENT_CELL_LENGTH));
      if (bucket === 'left-out' || bucket === 'unknown') return [];
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
