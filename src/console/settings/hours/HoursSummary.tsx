import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import type { AgencyHours } from '#contract/desk/hours.ts';
import { dayAt } from '#contract/window.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { DefaultHoursNotice } from './DefaultHoursNotice.tsx';
import { splitHolidays } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';
import { HoursColumns } from './HoursColumns.tsx';
import { HoursExamples } from './HoursExamples.tsx';

export function HoursSummary({ agencyHours: { hours, version } }: { agencyHours: AgencyHours }) {
  const { t } = useLingui();
  const text = useHoursText();
  const { zone, week, holidays, target, warning } = hours;
  const { upcoming } = splitHolidays(holidays, dayAt(useNow(), zone));
  const formatMinutes = (count: number) =>
    t`${plural(count, { one: '# minuto', other: '# minutos' })} de atención`;
  return (
    <HoursColumns aside={<HoursExamples hours={hours} />}>
      {version === 0 && <DefaultHoursNotice />}
      <Section title={t`Horarios`} description={<Trans>Los cambia quien administra.</Trans>}>
        <Box sx={{ '--names': { xs: '112px', sm: '160px' } }}>
          <FactRows>
            {week.map((day, weekday) => (
              // oxlint-disable-next-line react/no-array-index-key -- a weekday is its number
              <FactRow key={weekday} name={text.weekdays[weekday] ?? ''}>
                {text.day(day)}
              </FactRow>
            ))}
            <FactRow name={t`Zona horaria`}>{text.zone(zone)}</FactRow>
            <FactRow name={t`Responder en`}>{formatMinutes(target)}</FactRow>
            <FactRow name={t`Avisar a los`}>{formatMinutes(warning)}</FactRow>
            <FactRow name={t`Feriados que vienen`}>
              {upcoming.length > 0
                ? upcoming.map((day) => <div key={day}>{text.date(day)}</div>)
                : t`ninguno`}
            </FactRow>
          </FactRows>
        </Box>
      </Section>
    </HoursColumns>
  );
}
