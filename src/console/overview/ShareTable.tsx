import { msg } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { DataTable } from '#console/ui/DataTable.tsx';
import type { FigureColumn } from './figure-columns.ts';
import { useFigureText } from './figure-text.ts';

/** One value with its count, and its share of a whole. */
export interface ShareRow {
  key: string;
  label: string;
  count: number;
  /** 0 to 1; null: of nothing. */
  share: number | null;
  /** The list that it counts. */
  to?: string | undefined;
}

export const SHARE_COLUMNS: readonly FigureColumn<ShareRow>[] = [
  {
    name: 'label',
    head: msg`Valor`,
    Cell: LabelCell,
    lead: true,
    width: '40%',
    csv: ({ label }) => label,
  },
  {
    name: 'count',
    head: msg`Consultas`,
    Cell: CountCell,
    width: '24%',
    csv: ({ count }) => count,
  },
  {
    name: 'share',
    head: msg`Parte`,
    Cell: ShareCell,
    csv: ({ share }) => share && Math.round(share * 1000) / 10,
  },
];

/** Counts with bars of their shares: a table that reads as a chart. */
export function ShareTable({ label, rows }: { label: string; rows: readonly ShareRow[] }) {
  return <DataTable label={label} columns={SHARE_COLUMNS} rows={rows} getRowKey={({ key }) => key} />;
}

function LabelCell({ row: { label } }: { row: ShareRow }) {
  return <bdi>{label}</bdi>;
}

function CountCell({ row: { count, to } }: { row: ShareRow }) {
  const text = useFigureText();
  if (!to || count === 0) return text.number(count);
  return (
    <Link component={RouterLink} to={to} underline="hover">
      {text.number(count)}
    </Link>
  );
}

function ShareCell({ row: { share } }: { row: ShareRow }) {
  const text = useFigureText();
  return (
    <>
      {text.percent(share)}
      <Box aria-hidden="true" sx={{ mt: 0.5, height: 6, borderRadius: 1, bgcolor: 'divider' }}>
        {/* A style, not `sx`: every share would be a class of its own. */}
        <Box
          sx={{ height: '100%', borderRadius: 1, bgcolor: 'primary.main' }}
          style={{ width: `${(share ?? 0) * 100}%` }}
        />
      </Box>
    </>
  );
}
