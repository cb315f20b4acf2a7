import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useNavigate, useSearchParams } from 'react-router';
import { MAX_OVERVIEW_DAYS } from '#contract/desk/overview.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import { PeriodFilter } from '#console/filters/PeriodFilter.tsx';
import { UnreadableParameters } from '#console/filters/FilterBar.tsx';
import { type OverviewAddress, changedAgencies, changedPeriod } from './address.ts';

export function AgencyFilter({ address: { agencias, unreadable } }: { address: OverviewAddress }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <Stack component="search" aria-label={t`Agencias`} spacing={1.5} data-print="hidden">
      <Box sx={{ maxWidth: { sm: 360 } }}>
        <AgencySelect
          ready
          agencias={agencias.length > 0 ? agencias : [ALL_AGENCIES]}
          onChange={(chosen) => void navigate({ search: changedAgencies(search, chosen) })}
        />
      </Box>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}

interface PeriodProps {
  address: OverviewAddress;
  today: string;
}

export function PeriodChoice({ address: { desde, hasta }, today }: PeriodProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <Stack
      component="search"
      aria-label={t`Período de las cifras`}
      direction="row"
      data-print="hidden"
      sx={{
        flexWrap: 'wrap',
        alignItems: 'center',
        '&:has([role="alert"])': { alignItems: 'start' },
        gap: 1.5,
        pt: 1,
      }}
    >
      <PeriodFilter
        period={{ from: desde, to: hasta }}
        today={today}
        maxDays={MAX_OVERVIEW_DAYS}
        isRequired
        onChange={({ from = desde, to }) =>
          void navigate(
            { search: changedPeriod(search, { desde: from, hasta: to }) },
            { preventScrollReset: true },
          )
        }
      />
    </Stack>
  );
}
