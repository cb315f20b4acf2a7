import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, type Column, TableSkeleton } from './DataTable.tsx';
import { FailureAlert } from './FailureAlert.tsx';
import { Page, type PageProps } from './Page.tsx';

interface Props<Row> extends Omit<PageProps, 'children'> {
  label: string;
  loadingLabel: string;
  query: Pick<UseQueryResult, 'error' | 'data' | 'isPending' | 'isPlaceholderData' | 'refetch'>;
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  columnsMenu?: ReactNode;
  getRowKey: (row: Row) => string;
  filters?: ReactNode;
  empty: ReactNode;
  children?: ReactNode;
}

export function ListPage<Row>({
  label,
  loadingLabel,
  query,
  rows,
  columns,
  columnsMenu,
  getRowKey,
  filters,
  empty,
  children,
  actions,
  ...page
}: Props<Row>) {
  return (
    // oxlint-disable-next-line react/jsx-props-no-spreading -- extends Page
    <Page
      {...page}
      actions={
        (columnsMenu ?? actions) && (
          <>
            {columnsMenu}
            {actions}
          </>
        )
      }
    >
      {filters}
      {query.error && !query.data && (
        <FailureAlert error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <TableSkeleton label={loadingLabel} />}
      {rows && rows.length > 0 && (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          getRowKey={getRowKey}
          isPlaceholder={query.isPlaceholderData}
          isSortInAddress
        />
      )}
      {rows?.length === 0 && empty}
      {children}
    </Page>
  );
}
