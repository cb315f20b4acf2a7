import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useNavigate, useSearchParams } from 'react-router';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { LAST_DAYS } from '#contract/relative-days.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import { UnreadableParameters } from '#console/filters/UnreadableParameters.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { type OverviewAddress, type PRESETS, changedAgencies, changedPeriod } from './address.ts';

// The calendars are larger than the rest of the page, so they load lazily.
const PeriodFields = lazyWithRetry(() => import('./PeriodFields.tsx').then((module) => module.PeriodFields), {
  fallback: () => <Skeleton variant="rounded" width={300} height={40} />,
});

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
  const presets: Record<(typeof PRESETS)[number], string> = {
    hoy: t`Hoy`,
    [LAST_DAYS[7]]: t`7 días`,
    [LAST_DAYS[30]]: t`30 días`,
    [LAST_DAYS[90]]: t`90 días`,
  };
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
        <ToggleChoice
          label={t`Período`}
          value={preset ?? null}
          options={presets}
          onChange={(start) => setPeriod({ desde: start })}
        />
        <Box sx={{ flex: '1 1 300px', minWidth: 0, maxWidth: { sm: 350 }, minHeight: 40 }}>
          <PeriodFields desde={desde} hasta={hasta} today={today} onChange={setPeriod} />
        </Box>
      </Stack>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}
