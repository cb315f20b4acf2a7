import { msg } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { useFigureText } from './figure-text.ts';

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
