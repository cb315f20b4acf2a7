import Button from '@mui/material/Button';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, type Column, TableSkeleton } from './DataTable.tsx';
import { FailureAlert } from './FailureAlert.tsx';
import { Page, type PageProps } from './Page.tsx';

interface ListProps<Row> {
  label: string;
  loadingLabel: string;
  query: Pick<UseQueryResult, 'error' | 'data' | 'isPending' | 'isPlaceholderData' | 'refetch'> &
    Partial<Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>>;
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  getRowKey: (row: Row) => string;
  empty: ReactNode;
  moreLabel?: string | undefined;
}

interface Props<Row> extends Omit<PageProps, 'children'>, ListProps<Row> {
  columnsMenu?: ReactNode;
  filters?: ReactNode;
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
  moreLabel,
  children,
  actions,
  ...page
}: Props<Row>) {
  return (
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
      <RowList {...{ label, loadingLabel, query, rows, columns, getRowKey, empty, moreLabel }} />
      {children}
    </Page>
  );
}

export function RowList<Row>({
  label,
  loadingLabel,
  query,
  rows,
  columns,
  getRowKey,
  empty,
  moreLabel,
}: ListProps<Row>) {
  return (
    <>
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
      {query.hasNextPage && (
        <Button
          variant="outlined"
          loading={query.isFetchingNextPage ?? false}
          sx={{ alignSelf: 'center' }}
          onClick={() => void query.fetchNextPage?.()}
        >
          {moreLabel}
        </Button>
      )}
    </>
  );
}
