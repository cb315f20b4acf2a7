import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Hours, addOpenMinutes } from '#contract/hours.ts';
import { addDays, dayAt, offsetAt } from '#contract/window.ts';
import { Section } from '#console/ui/Section.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { useHoursText } from './hours-text.ts';

export function HoursExamples({ hours }: { hours: Hours | undefined }) {
  const { t } = useLingui();
  return (
    <Section title={t`Por ejemplo`}>
      {hours ? (
        <ExampleList hours={hours} />
      ) : (
        <Typography color="textSecondary">
          <Trans>Cuando los horarios estén completos, acá se ve cuándo vencen.</Trans>
        </Typography>
      )}
    </Section>
  );
}

function ExampleList({ hours }: { hours: Hours }) {
  const { t } = useLingui();
  const { time } = useHoursText();
  const workday = nextWorkday(dayAt(useNow(), hours.zone));
  const arrivals = [
    toUtc(workday, 12 * 60 + 50),
    toUtc(workday, 21 * 60 + 30),
    toUtc(nextSunday(workday), 11 * 60),
  ].map((wallTime) => wallTime - offsetAt(wallTime, hours.zone) * MINUTE_MS);
  return (
    <Stack component="ul" spacing={1.5}>
      {arrivals.map((arrival) => {
        const due = addOpenMinutes(arrival, hours.target, hours);
        const warning = addOpenMinutes(arrival, hours.warning, hours);
        const since = time(arrival, hours.zone);
        const dueAt = due === undefined ? undefined : time(due, hours.zone);
        const warnedAt = warning === undefined ? undefined : time(warning, hours.zone);
        return (
          <li key={arrival}>
            {dueAt === undefined
              ? t`Una consulta del ${since} no vence: la agencia no abre.`
              : t`Una consulta del ${since} vence el ${dueAt}; se avisa el ${warnedAt}.`}
          </li>
        );
      })}
    </Stack>
  );
}

function toUtc(day: string, minutes: number): number {
  return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
}

function nextWorkday(day: string): string {
  return addDays(day, [1, 0, 0, 0, 0, 0, 2][getWeekday(day)] ?? 0);
}

function nextSunday(day: string): string {
  return addDays(day, 7 - getWeekday(day));
}

function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
