import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { type Hours, addOpenMinutes } from '#contract/hours.ts';
import { addDays, dayAt, offsetAt } from '#contract/window.ts';
import parts from '#console/ui/parts.module.css';
import { useNow } from '#console/ui/use-formats.ts';
import css from './hours.module.css';
import { useHoursText } from './hours-text.ts';

const MINUTE_MS = 60_000;

/** What the hours come to: inquiries of these days, and when they should be answered. */
export function Examples({ hours }: { hours: Hours | undefined }) {
  const heading = useId();
  return (
    <section className={css.examples} aria-labelledby={heading}>
      <h2 id={heading}>
        <Trans>Por ejemplo</Trans>
      </h2>
      {hours ? (
        <ExampleList hours={hours} />
      ) : (
        <p className={parts.soft}>
          <Trans>Cuando los horarios estén completos, acá se ve cuándo vencen.</Trans>
        </p>
      )}
    </section>
  );
}

function ExampleList({ hours }: { hours: Hours }) {
  const { t } = useLingui();
  const { clock } = useHoursText();
  const today = dayAt(useNow(), hours.zone);
  const workday = nextWorkday(today);
  // Before lunch, at night, and on the weekend.
  const arrivals = [
    at(workday, 12 * 60 + 50),
    at(workday, 21 * 60 + 30),
    at(nextSunday(workday), 11 * 60),
  ].map((wall) => wall - offsetAt(wall, hours.zone) * MINUTE_MS);
  return (
    <ul>
      {arrivals.map((arrived) => {
        const due = addOpenMinutes(arrived, hours.target, hours);
        const warned = addOpenMinutes(arrived, hours.warning, hours);
        const since = clock(arrived, hours.zone);
        const dueAt = due === undefined ? undefined : clock(due, hours.zone);
        const warnedAt = warned === undefined ? undefined : clock(warned, hours.zone);
        return (
          <li key={arrived}>
            {dueAt === undefined
              ? t`Una consulta del ${since} no vence: la agencia no abre.`
              : t`Una consulta del ${since} vence el ${dueAt}; se avisa el ${warnedAt}.`}
          </li>
        );
      })}
    </ul>
  );
}

/** As if the zone's clock were that of UTC. */
function at(day: string, minutes: number): number {
  return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
}

/** Today, or Monday. */
function nextWorkday(day: string): string {
  return addDays(day, [1, 0, 0, 0, 0, 0, 2][weekdayOf(day)] ?? 0);
}

function nextSunday(day: string): string {
  return addDays(day, 7 - weekdayOf(day));
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
