import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { Column } from '#console/ui/DataTable.tsx';
import { PagedTable } from '#console/ui/PagedTable.tsx';
import { useImportText } from './import-text.ts';
import { BucketCell, ChangeCell, ClueCell, InquiryCell } from './row-cells.tsx';
import { BUCKETS, type Bucket, type SortedRow, countBuckets } from './sort-rows.ts';

const IMPORT_PAGE_SIZE = 25;

const columns: readonly Column<SortedRow>[] = [
  { name: 'clue', head: msg`Fila`, Cell: ClueCell, lead: true, width: '24%' },
  { name: 'inquiry', head: msg`Consulta`, Cell: InquiryCell },
  { name: 'change', head: msg`Se importa`, Cell: ChangeCell, width: '26%' },
  { name: 'bucket', head: msg`Resultado`, Cell: BucketCell, width: '22%' },
];

export function ImportRowsTable({ sorted }: { sorted: readonly SortedRow[] }) {
  const { t } = useLingui();
  const text = useImportText();
  const [shown, setShown] = useState<Bucket | 'all'>('all');
  const [listed, setListed] = useState<ReadonlySet<number>>(new Set());
  const [page, setPage] = useState(1);
  const counts = countBuckets(sorted);
  const buckets = BUCKETS.filter((bucket) => counts.has(bucket) || shown === bucket);
  const rows =
    shown === 'all' ? sorted : sorted.filter(({ bucket, row }) => bucket === shown || listed.has(row.number));
  const choose = (choice: Bucket | 'all') => {
    setShown(choice);
    setListed(new Set(sorted.filter(({ bucket }) => bucket === choice).map(({ row }) => row.number)));
    setPage(1);
  };
  return (
    <>
      <Stack
        component="fieldset"
        aria-label={t`Qué filas se ven`}
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 1 }}
      >
        {(['all', ...buckets] as const).map((choice) => (
          <Chip
            key={choice}
            label={`${choice === 'all' ? t`Todas` : text.bucket[choice]} ${choice === 'all' ? sorted.length : (counts.get(choice) ?? 0)}`}
            aria-pressed={shown === choice}
            color={shown === choice ? 'primary' : 'default'}
            variant={shown === choice ? 'filled' : 'outlined'}
            onClick={() => choose(choice)}
            sx={{ minHeight: 'var(--touch)', borderRadius: 5 }}
          />
        ))}
      </Stack>
      <PagedTable
        label={t`Filas del archivo`}
        columns={columns}
        rows={rows}
        getRowKey={({ row }) => String(row.number)}
        pageSize={IMPORT_PAGE_SIZE}
        page={page}
        onPageChange={setPage}
        pagesLabel={t`Páginas de filas`}
        empty={t`Ninguna fila acá.`}
        total={t`${plural(rows.length, { one: '# fila', other: '# filas' })}`}
      />
    </>
  );
}
