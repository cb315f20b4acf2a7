import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { ComponentType } from 'react';
import css from './DataList.module.css';
import { SlowNotice } from './SlowNotice.tsx';
import { usePlainClick } from './plain-click.ts';

/** One column; a module constant. */
export interface Column<Row> {
  name: string;
  head: MessageDescriptor;
  Cell: ComponentType<{ row: Row }>;
  /** What names the row: on a phone it stands above the rest, without its head. */
  lead?: true;
  /** As CSS says it; the rest is shared among those without one. */
  width?: string;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Others are on their way in place of these. */
  turning?: boolean;
}

/** A table, which on a phone is a list of cards. Links in it are plain ones. */
export function DataList<Row>({ label, columns, rows, keyOf, turning = false }: Props<Row>) {
  const { i18n } = useLingui();
  const onClick = usePlainClick();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks on the links inside; Enter on them is a click
    <table className={css.list} aria-label={label} aria-busy={turning} onClick={onClick}>
      <colgroup>
        {columns.map(({ name, width }) => (
          <col key={name} data-column={name} {...(width && { width })} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ name, head }) => (
            <th key={name} scope="col">
              {i18n._(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
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
      </tbody>
    </table>
  );
}

/** Stands for rows that take longer than a moment. */
export function GhostRows({ label }: { label: string }) {
  return (
    <>
      <SlowNotice />
      <output className={css.ghosts} aria-label={label}>
        {Array.from({ length: 8 }, (_, row) => (
          <span key={row} className={css.ghost} />
        ))}
      </output>
    </>
  );
}
