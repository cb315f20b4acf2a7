import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import type { CsvValue } from './csv.ts';
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

const columns: readonly Column<ShareRow>[] = [
  { name: 'label', head: msg`Valor`, Cell: LabelCell, lead: true, width: '45%' },
  { name: 'count', head: msg`Consultas`, Cell: CountCell },
];

/** Heads and records of such rows in files, with shares in percent. */
export function useShareRecords(rows: readonly ShareRow[]): () => CsvValue[][] {
  const { t } = useLingui();
  return () => [
    [t`Valor`, t`Consultas`, '%'],
    ...rows.map(({ label, count, share }) => [label, count, share && Math.round(share * 1000) / 10]),
  ];
}

/** Counts with bars of their shares: a table that reads as a chart. */
export function ShareTable({ label, rows }: { label: string; rows: readonly ShareRow[] }) {
  return <DataTable label={label} columns={columns} rows={rows} getRowKey={({ key }) => key} />;
}

function LabelCell({ row: { label } }: { row: ShareRow }) {
  return <bdi>{label}</bdi>;
}

function CountCell({ row: { count, share, to } }: { row: ShareRow }) {
  const text = useFigureText();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ minWidth: 44 }}>
        {to && count > 0 ? (
          <Link component={RouterLink} to={to} underline="hover">
            {text.number(count)}
          </Link>
        ) : (
          text.number(count)
        )}
      </Box>
      <Box aria-hidden="true" sx={{ flex: 1, height: 6, borderRadius: 1, bgcolor: 'divider' }}>
        {/* A style, not `sx`: every share would be a class of its own. */}
        <Box
          sx={{ height: '100%', borderRadius: 1, bgcolor: 'primary.main' }}
          style={{ width: `${(share ?? 0) * 100}%` }}
        />
      </Box>
      <Box component="span" sx={{ minWidth: 44, textAlign: 'end', whiteSpace: 'nowrap' }}>
        {share !== null && text.percent(share)}
      </Box>
    </Box>
  );
}
