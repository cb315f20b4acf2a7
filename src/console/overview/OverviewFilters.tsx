import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useNavigate, useSearchParams } from 'react-router';
import { MAX_OVERVIEW_DAYS } from '#contract/desk/overview.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import { PeriodFilter } from '#console/filters/PeriodFilter.tsx';
import { UnreadableParameters } from '#console/filters/FilterBar.tsx';
import { type OverviewAddress, PRESETS, changedAgencies, changedPeriod } from './address.ts';

interface Props {
  address: OverviewAddress;
  today: string;
}

export function OverviewFilters({ address: { agencias, preset, desde, hasta, unreadable }, today }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const setPeriod = (period: { desde: string; hasta?: string }) =>
    void navigate({ search: changedPeriod(search, period) });
  return (
    <Stack component="search" aria-label={t`Filtros del resumen`} spacing={1.5} data-print="hidden">
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          alignItems: 'center',
          '&:has([role="alert"])': { alignItems: 'start' },
          columnGap: 1.5,
          rowGap: 1.5,
        }}
      >
        <Box sx={{ flex: '1 1 220px', maxWidth: { sm: 360 } }}>
          <AgencySelect
            ready
            agencias={agencias.length > 0 ? agencias : [ALL_AGENCIES]}
            onChange={(chosen) => void navigate({ search: changedAgencies(search, chosen) })}
          />
        </Box>
        <PeriodFilter
          presets={PRESETS}
          preset={preset ?? null}
          range={{ from: desde, to: hasta }}
          today={today}
          maxDays={MAX_OVERVIEW_DAYS}
          isRequired
          onPresetChange={(start) => setPeriod({ desde: start })}
          onRangeChange={({ from = desde, to = hasta }) => setPeriod({ desde: from, hasta: to })}
        />
      </Stack>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}
