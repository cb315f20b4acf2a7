import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Pagination from '@mui/material/Pagination';
import { useState } from 'react';
import { Caption } from '#console/ui/Caption.tsx';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import type { CheckedRow } from './check-rows.ts';
import { useInviteManyText } from './invite-many-text.ts';

const PAGE_ROWS = 50;

const columns: readonly Column<CheckedRow>[] = [
  { name: 'number', head: msg`Fila`, Cell: NumberCell, width: '72px', sortBy: ({ number }) => number },
  { name: 'agency', head: msg`Agencia`, Cell: AgencyCell, lead: true },
  { name: 'place', head: msg`Lugar`, Cell: PlaceCell, width: '26%' },
  { name: 'reason', head: msg`Motivo`, Cell: ReasonCell, width: '34%' },
];

const readyColumns = columns.filter(({ name }) => name !== 'reason');

/** Rows of one bucket. */
export function RowsTable({ rows }: { rows: readonly CheckedRow[] }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const pageCount = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const current = Math.min(page, pageCount);
  const isReady = rows[0]?.bucket === 'ready';
  if (rows.length === 0)
    return (
      <EmptyState>
        <Trans>Ninguna fila acá.</Trans>
      </EmptyState>
    );
  return (
    <>
      <DataTable
        label={t`Filas`}
        columns={isReady ? readyColumns : columns}
        rows={rows.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS)}
        getRowKey={({ number }) => String(number)}
      />
      {pageCount > 1 && (
        <Pagination
          aria-label={t`Páginas de filas`}
          count={pageCount}
          page={current}
          onChange={(_event, next) => setPage(next)}
          getItemAriaLabel={(type, number) =>
            type === 'previous'
              ? t`Página anterior`
              : type === 'next'
                ? t`Página siguiente`
                : t`Página ${number}`
          }
        />
      )}
    </>
  );
}

function NumberCell({ row: { number } }: { row: CheckedRow }) {
  return number;
}

function AgencyCell({ row: { values } }: { row: CheckedRow }) {
  const { AdminMail = '', Nombre = '' } = values;
  return (
    <>
      <bdi>{Nombre || AdminMail}</bdi>
      {Nombre !== '' && <Caption>{AdminMail}</Caption>}
    </>
  );
}

function PlaceCell({ row: { values } }: { row: CheckedRow }) {
  return [values.Ciudad, values.Region].filter(Boolean).join(', ');
}

function ReasonCell({ row }: { row: CheckedRow }) {
  return useInviteManyText().reason(row);
}
