import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { PagedTable } from '#console/ui/PagedTable.tsx';
import type { CheckedRow } from './check-rows.ts';
import { useInviteManyText } from './invite-many-text.ts';

const CHECKED_PAGE_SIZE = 50;

const columns: readonly Column<CheckedRow>[] = [
  { name: 'number', head: msg`Fila`, Cell: NumberCell, width: '72px', sortBy: ({ number }) => number },
  { name: 'agency', head: msg`Agencia`, Cell: CheckedAgencyCell, lead: true },
  { name: 'place', head: msg`Lugar`, Cell: CheckedPlaceCell, width: '26%' },
  { name: 'reason', head: msg`Motivo`, Cell: CheckedReasonCell, width: '34%' },
];

const readyColumns = columns.filter(({ name }) => name !== 'reason');

export function CheckedRowsTable({ rows }: { rows: readonly CheckedRow[] }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  return (
    <PagedTable
      label={t`Filas`}
      columns={rows[0]?.bucket === 'ready' ? readyColumns : columns}
      rows={rows}
      getRowKey={({ number }) => String(number)}
      pageSize={CHECKED_PAGE_SIZE}
      page={page}
      onPageChange={setPage}
      pagesLabel={t`Páginas de filas`}
      empty={t`Ninguna fila acá.`}
    />
  );
}

function NumberCell({ row: { number } }: { row: CheckedRow }) {
  return number;
}

function CheckedAgencyCell({ row: { values } }: { row: CheckedRow }) {
  const { AdminMail = '', Nombre = '' } = values;
  return (
    <>
      <bdi>{Nombre || AdminMail}</bdi>
      {Nombre !== '' && <Caption>{AdminMail}</Caption>}
    </>
  );
}

function CheckedPlaceCell({ row: { values } }: { row: CheckedRow }) {
  return [values.Ciudad, values.Region].filter(Boolean).join(', ');
}

function CheckedReasonCell({ row }: { row: CheckedRow }) {
  return useInviteManyText().reason(row);
}
