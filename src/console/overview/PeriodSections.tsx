import { Plural } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { useAfterPaint } from '#console/ui/after-paint.ts';
import { AgenciesSection } from './AgenciesSection.tsx';
import { AnswersSection } from './AnswersSection.tsx';
import { ArrivalsSection } from './ArrivalsSection.tsx';
import { BreakdownsSection } from './BreakdownsSection.tsx';
import { findIncompletePeriod } from './figures.ts';
import { HeatMapSection } from './HeatMapSection.tsx';
import css from './OverviewPage.module.css';
import { ChannelsSection, FunnelSection, LostReasonsSection } from './OutcomeSections.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { PeriodContext } from './period-context.ts';
import { TotalsSection } from './TotalsSection.tsx';
import { useIncompleteText } from './use-incomplete-text.ts';

interface Props {
  period: OverviewPeriod;
  agencias: readonly string[];
}

/** The first sheet of a printed page ends with the charts. */
export function PeriodSections({ period, agencias }: Props) {
  const { desde, hasta } = period;
  const isPainted = useAfterPaint();
  const incompleteText = useIncompleteText(period);
  const isComparable = findIncompletePeriod(period) === undefined;
  return (
    <PeriodContext value={{ agencias, desde, hasta, isComparable }}>
      <Stack spacing={2}>
        {incompleteText && (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
          <Alert severity="info" variant="outlined" role="status" data-print="hidden">
            {incompleteText}
          </Alert>
        )}
        {period.implausibleDates > 0 && (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
          <Alert severity="info" variant="outlined" role="status">
            <Plural
              value={period.implausibleDates}
              one="# consulta dice ser de antes del año 2000 o de después de hoy: está en las listas, y no en las cifras."
              other="# consultas dicen ser de antes del año 2000 o de después de hoy: están en las listas, y no en las cifras."
            />
          </Alert>
        )}
        <TotalsSection period={period} />
        {isPainted && <DetailSections period={period} />}
      </Stack>
    </PeriodContext>
  );
}

function DetailSections({ period }: Pick<Props, 'period'>) {
  const { totals } = period;
  return (
    <>
      <ArrivalsSection period={period} />
      <AnswersSection period={period} />
      <Stack spacing={2} className={css.secondSheet ?? ''}>
        {period.agencies.length > 1 && <AgenciesSection agencies={period.agencies} />}
        <PeopleSection period={period} />
        <Box
          className={css.pairs ?? ''}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            gap: 2,
            alignItems: 'start',
          }}
        >
          <HeatMapSection arrivals={period.arrivals} />
          <Stack spacing={2}>
            <ChannelsSection totals={totals} />
            <FunnelSection totals={totals} />
            <LostReasonsSection totals={totals} />
          </Stack>
        </Box>
        <BreakdownsSection period={period} />
      </Stack>
    </>
  );
}
