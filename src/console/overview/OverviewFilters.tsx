import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useNavigate, useSearchParams } from 'react-router';
import { MAX_OVERVIEW_DAYS } from '#contract/desk/overview.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { PERIOD_PRESETS } from '#contract/relative-days.ts';
import { AgencySelect } from '#console/agency-select/AgencySelect.tsx';
import { UnreadableParameters } from '#console/filters/FilterBar.tsx';
import { PeriodFilter } from '#console/filters/PeriodFilter.tsx';
import { findPeriodPreset, usePeriodPresetText } from '#console/filters/period-presets.ts';
import { ExpandIcon } from '#console/ui/icons.tsx';
import { PopoverButton } from '#console/ui/PopoverButton.tsx';
import { type OverviewAddress, changedAgencies, changedPeriod } from './address.ts';
import { useFigureText } from './figure-text.ts';

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
  const { days } = useFigureText();
  const presetText = usePeriodPresetText();
  const period = { from: desde, to: hasta };
  const preset = findPeriodPreset(period, today);
  const name = preset ? presetText[preset.from] : days(desde, hasta);
  return (
    <Box component="search" aria-label={t`Período de las cifras`} sx={{ pt: 1 }}>
      <PopoverButton label={t`Período: ${name}`} variant="outlined" endIcon={<ExpandIcon />} width={400}>
        {(close) => (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
            <PeriodFilter
              period={period}
              today={today}
              maxDays={MAX_OVERVIEW_DAYS}
              isRequired
              onChange={({ from = desde, to }) => {
                if (PERIOD_PRESETS.some((chosen) => chosen.from === from)) close();
                void navigate(
                  { search: changedPeriod(search, { desde: from, hasta: to }) },
                  { preventScrollReset: true },
                );
              }}
            />
          </Stack>
        )}
      </PopoverButton>
    </Box>
  );
}
