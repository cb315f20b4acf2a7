import { useLingui } from '@lingui/react/macro';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { EmptyState } from './EmptyState.tsx';

interface Props<Row> extends DataTableProps<Row> {
  pageSize: number;
  page: number;
  onPageChange: (page: number) => void;
  pagesLabel: string;
  empty: ReactNode;
  total?: string;
}

export function PagedTable<Row>({
  pageSize,
  page,
  onPageChange,
  pagesLabel,
  empty,
  total,
  rows,
  ...table
}: Props<Row>) {
  const { t } = useLingui();
  const pageCount = Math.ceil(rows.length / pageSize);
  const currentPage = Math.min(page, pageCount);
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <>
      <DataTable {...table} rows={rows.slice((currentPage - 1) * pageSize, currentPage * pageSize)} />
      {pageCount > 1 && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Pagination
            aria-label={pagesLabel}
            count={pageCount}
            page={currentPage}
            onChange={(_event, next) => onPageChange(next)}
            getItemAriaLabel={(type, number) =>
              type === 'previous'
                ? t`Página anterior`
                : type === 'next'
                  ? t`Página siguiente`
                  : t`Página ${number}`
            }
          />
          {total !== undefined && (
            <Typography variant="body2" color="textSecondary">
              {total}
            </Typography>
          )}
        </Stack>
      )}
    </>
  );
}
