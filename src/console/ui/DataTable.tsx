import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type ComponentType, useDeferredValue } from 'react';
import { useLocation } from 'react-router';
import css from './DataTable.module.css';
import { usePlainClick } from './plain-click.ts';
import { SlowNotice } from './SlowNotice.tsx';
import { type Sort, nextSort, useSort } from './table-sort.ts';
import { useStableOrder } from './use-stable-order.ts';

export interface Column<Row> {
  name: string;
  head: MessageDescriptor;
  Cell: ComponentType<{ row: Row }>;
  /** The lead cell names the row: a phone shows it above the rest, without its head. */
  lead?: true;
  width?: string;
  /** Columns with it are sortable; empty values come last. */
  sortBy?: (row: Row) => string | number | null | undefined;
  isHiddenByDefault?: true;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getRowKey: (row: Row) => string;
  isPlaceholder?: boolean;
  isSortInAddress?: boolean;
}

const INITIAL_ROWS = 15;

/** A phone shows a list of cards. Cells may hold plain links: one handler navigates in place. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  getRowKey,
  isPlaceholder = false,
  isSortInAddress = false,
}: DataTableProps<Row>) {
  const { i18n } = useLingui();
  const onClick = usePlainClick();
  const [sort, setSort] = useSort(isSortInAddress);
  const sortBy = columns.find(({ name }) => name === sort?.name)?.sortBy;
  const deferredRows = useDeferredValue(rows, rows.slice(0, INITIAL_ROWS));
  const sorted = sort && sortBy ? orderRows(deferredRows, sortBy, sort.direction, i18n.locale) : deferredRows;
  const { key: location } = useLocation();
  const shown = useStableOrder(sorted, getRowKey, `${location} ${sort?.name} ${sort?.direction}`);
  return (
    <TableContainer component={Paper} variant="outlined" className={css.container ?? ''}>
      <Table
        className={css.table ?? ''}
        aria-label={label}
        aria-busy={isPlaceholder}
        stickyHeader
        onClick={onClick}
      >
        <colgroup>
          {columns.map(({ name, width }) => (
            <col key={name} {...(width && { width })} />
          ))}
        </colgroup>
        <TableHead>
          <TableRow>
            {columns.map(({ name, head, sortBy: sortable }) => {
              const direction = sort?.name === name && sort.direction;
              return (
                <TableCell key={name} sortDirection={direction}>
                  {sortable ? (
                    <TableSortLabel
                      active={Boolean(direction)}
                      direction={direction || 'asc'}
                      onClick={() => setSort(nextSort(sort, name))}
                    >
                      {i18n._(head)}
                    </TableSortLabel>
                  ) : (
                    i18n._(head)
                  )}
                </TableCell>
              );
            })}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((row) => (
            // Components of MUI would double the time of a long list, so these are plain elements.
            <tr key={getRowKey(row)}>
              {columns.map(({ name, head, Cell, lead }) => (
                <td key={name} data-lead={Boolean(lead)}>
                  <span className={css.label} aria-hidden="true">
                    {i18n._(head)}
                  </span>
                  <div className={css.value}>
                    <Cell row={row} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function orderRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => string | number | null | undefined,
  direction: Sort['direction'],
  locale: string,
): Row[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const sign = direction === 'asc' ? 1 : -1;
  const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
  return rows.toSorted((a, b) => {
    const [left, right] = [sortBy(a), sortBy(b)];
    if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right));
    return typeof left === 'number' && typeof right === 'number'
      ? sign * (left - right)
      : sign * collator.compare(String(left), String(right));
  });
}

export function TableSkeleton({ label }: { label: string }) {
  return (
    <>
      <SlowNotice />
      <output aria-label={label}>
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} height={49} />
        ))}
      </output>
    </>
  );
}
