import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { type BalanceFigures, MISSED_CAUSES, sumMissed } from '#contract/desk/balance.ts';
import { theme } from '#console/theme.ts';
import { DataTable, type DataTableProps } from '#console/ui/DataTable.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { useBalanceText } from './balance-text.ts';

export function FigureTable<Row extends BalanceFigures>(props: DataTableProps<Row>) {
  const { i18n } = useLingui();
  const isPhone = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const { label, columns, rows, getRowKey } = props;
  const lead = columns.find((column) => column.lead);
  const count = columns.find(({ name }) => name === 'inbox');
  if (!isPhone || !lead || !count) return <DataTable {...props} />;
  const countLabel = i18n._(count.head);
  return (
    <div>
      <Stack
        direction="row"
        aria-hidden="true"
        sx={{ justifyContent: 'space-between', fontSize: 'var(--text-small)', color: 'text.secondary' }}
      >
        <span>{i18n._(lead.head)}</span>
        <span>{countLabel}</span>
      </Stack>
      <Stack component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <FigureLine
            key={getRowKey(row)}
            lead={<lead.Cell row={row} />}
            countLabel={countLabel}
            figures={row}
          />
        ))}
      </Stack>
    </div>
  );
}

interface LineProps {
  lead: ReactNode;
  countLabel: string;
  figures: BalanceFigures;
}

function FigureLine({ lead, countLabel, figures }: LineProps) {
  const { t } = useLingui();
  const format = useFormats();
  const { cause } = useBalanceText();
  const missed = sumMissed(figures);
  const causes = MISSED_CAUSES.filter((name) => figures.missed[name] > 0).map((name) => cause[name]);
  const reason = causes.join('; ');
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {lead}
        </Box>
        <span>
          {format.number(figures.inbox)}
          <span className="visually-hidden"> {countLabel}</span>
        </span>
      </Stack>
      {missed > 0 && (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t`${missed} sin aviso: ${reason}`}
        </Typography>
      )}
    </Box>
  );
}
