import { useLingui } from '@lingui/react/macro';
import { type FigureKind, formatFigureFilter } from '#contract/figure-lists.ts';
import { inquiriesLink } from './address.ts';
import { usePlainClick } from '#console/ui/plain-click.ts';
import type { CsvValue } from './figure-columns.tsx';
import { useFigureText } from './figure-text.ts';
import css from './OverviewPage.module.css';
import { usePeriod } from './period-context.ts';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const DAY_HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The number in the fullest cell stays legible up to this share of the accent. */
const MAX_TINT = 45;

/** Counts by weekday (Monday first) and hour. */
export type Week = readonly (readonly number[])[];

export function HeatMap({ label, counts, cifra }: { label: string; counts: Week; cifra: FigureKind }) {
  const { t } = useLingui();
  const text = useFigureText();
  const { agencias, desde, hasta } = usePeriod();
  const onClick = usePlainClick();
  const max = Math.max(1, ...counts.flat());
  // Hours in which nothing ever happens are left out at both ends of the day.
  const busy = DAY_HOURS.filter((hour) => counts.some((day) => (day[hour] ?? 0) > 0));
  const hours = DAY_HOURS.filter((hour) => hour >= (busy[0] ?? 24) && hour <= (busy.at(-1) ?? 0));
  return (
    <table className={css.heatMap} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t`Hora`}</th>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col">
              {text.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{String(hour).padStart(2, '0')} h</th>
            {WEEKDAYS.map((day) => {
              const count = counts[day]?.[hour] ?? 0;
              return (
                <td
                  key={day}
                  style={{
                    backgroundColor: `color-mix(in srgb, var(--accent) ${(count / max) * MAX_TINT}%, var(--paper))`,
                  }}
                >
                  {count > 0 && (
                    <a
                      onClick={onClick}
                      href={inquiriesLink(agencias, {
                        desde,
                        hasta,
                        cifra: formatFigureFilter(cifra, String(day * 24 + hour)),
                      })}
                    >
                      {text.number(count)}
                    </a>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function useWeekRecords() {
  const text = useFigureText();
  return (...weeks: readonly Week[]): CsvValue[][] =>
    WEEKDAYS.flatMap((day) =>
      DAY_HOURS.map((hour) => {
        const counts: CsvValue[] = weeks.map((week) => week[day]?.[hour] ?? 0);
        return [text.weekday(day), hour as CsvValue].concat(counts);
      }),
    );
}
