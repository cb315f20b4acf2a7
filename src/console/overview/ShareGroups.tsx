import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type CsvValue, toPercent } from './figure-columns.tsx';
import { type ShareRow, ShareTable } from './ShareTable.tsx';

export interface ShareGroup {
  name: string;
  title: string;
  rows: readonly ShareRow[];
}

const FEW = 6;

/** Tables of shares side by side; of long ones the first rows, until the others are asked for. */
export function ShareGroups({ groups }: { groups: readonly ShareGroup[] }) {
  return (
    <Box
      data-print="columns"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
        gap: 3,
        alignItems: 'start',
      }}
    >
      {groups.map((group) => (
        <GroupTable key={group.name} group={group} />
      ))}
    </Box>
  );
}

function GroupTable({ group: { title, rows } }: { group: ShareGroup }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const hidden = rows.length - FEW;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {rows.length > 0 ? (
        <ShareTable label={title} rows={isWhole ? rows : rows.slice(0, FEW)} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          <Trans>Sin datos</Trans>
        </Typography>
      )}
      {hidden > 0 && (
        <Button
          data-print="hidden"
          aria-label={isWhole ? t`Menos de «${title}»` : t`Otros ${hidden} de «${title}»`}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? <Trans>Menos</Trans> : <Trans>Otros {hidden}</Trans>}
        </Button>
      )}
    </Box>
  );
}

export function useGroupRecords() {
  const { t } = useLingui();
  return (groups: readonly ShareGroup[]): CsvValue[][] => [
    [t`Dato`, t`Valor`, t`Consultas`, '%'],
    ...groups.flatMap(({ title, rows }) =>
      rows.map(({ label, count, share }) => [title, label, count, toPercent(share)]),
    ),
  ];
}
