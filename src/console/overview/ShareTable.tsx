import { msg } from '@lingui/core/macro';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { useFigureText } from './figure-text.ts';
import css from './OverviewPage.module.css';

export interface ShareRow {
  key: string;
  label: string;
  count: number;
  share: number | null;
  to?: string | undefined;
}

const columns: readonly Column<ShareRow>[] = [
  { name: 'label', head: msg`Valor`, Cell: LabelCell, lead: true, width: '45%' },
  { name: 'count', head: msg`Consultas`, Cell: CountCell },
];

export function ShareTable({ label, rows }: { label: string; rows: readonly ShareRow[] }) {
  return <DataTable label={label} columns={columns} rows={rows} getRowKey={({ key }) => key} />;
}

function LabelCell({ row: { label } }: { row: ShareRow }) {
  return <bdi>{label}</bdi>;
}

function CountCell({ row: { count, share, to } }: { row: ShareRow }) {
  const text = useFigureText();
  const figures = (
    <>
      <span className={css.count}>{text.number(count)}</span>{' '}
      <span aria-hidden="true" className={css.bar}>
        <span style={{ width: `${(share ?? 0) * 100}%` }} />
      </span>
      <span className={css.share}>{share !== null && text.percent(share)}</span>
    </>
  );
  return to && count > 0 ? (
    <a className={css.counted} href={to}>
      {figures}
    </a>
  ) : (
    <span className={css.counted}>{figures}</span>
  );
}
