import { useLingui } from '@lingui/react/macro';
import { type FigureKind, formatFigureFilter } from '#contract/figure-lists.ts';
import { ANSWER_BANDS, type AnswerBand, findAnswerBand } from '#contract/overview.ts';
import { BAND_NAMES } from '#console/inquiries/figure-names.ts';
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

const SHOWN_BANDS = ANSWER_BANDS.filter((band) => band !== 'none');

/** Minutes are colored by their band: by a share of the slowest, one slow hour would make all others equal. */
const toBandTint = (band: AnswerBand) => ANSWER_BANDS.indexOf(band) / (SHOWN_BANDS.length - 1);

/** Minutes as `1:05`, which fits a cell on a phone. */
const formatHours = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const toColor = (tint: number) => `color-mix(in srgb, var(--accent) ${tint * MAX_TINT}%, var(--paper))`;

/** Values by weekday (Monday first) and hour; null: none. */
export type Week = readonly (readonly (number | null)[])[];

interface Props {
  label: string;
  /** Cells of 0 are empty in a map of counts; a median may be 0 minutes. */
  values: Week;
  cifra: FigureKind;
  unit?: 'count' | 'minutes';
}

export function HeatMap({ label, values, cifra, unit = 'count' }: Props) {
  const { t } = useLingui();
  const text = useFigureText();
  const { agencias, desde, hasta } = usePeriod();
  const onClick = usePlainClick();
  const isCount = unit === 'count';
  const max = Math.max(1, ...values.flat().map((value) => value ?? 0));
  const getValue = (day: number, hour: number) => {
    const value = values[day]?.[hour] ?? null;
    return isCount && value === 0 ? null : value;
  };
  // Hours in which nothing ever happens are left out at both ends of the day.
  const busy = DAY_HOURS.filter((hour) => WEEKDAYS.some((day) => getValue(day, hour) !== null));
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
              const value = getValue(day, hour);
              const tint = value === null ? 0 : isCount ? value / max : toBandTint(findAnswerBand(value));
              return (
                <td key={day} style={{ backgroundColor: toColor(tint) }}>
                  {value !== null && (
                    <a
                      onClick={onClick}
                      href={inquiriesLink(agencias, {
                        desde,
                        hasta,
                        cifra: formatFigureFilter(cifra, String(day * 24 + hour)),
                      })}
                    >
                      {isCount ? text.number(value) : formatHours(value)}
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

export function BandLegend() {
  const { i18n } = useLingui();
  return (
    <p className={css.legend}>
      h:min
      {SHOWN_BANDS.map((band) => (
        <span key={band} style={{ backgroundColor: toColor(toBandTint(band)) }}>
          {i18n._(BAND_NAMES[band])}
        </span>
      ))}
    </p>
  );
}

export function useWeekRecords() {
  const text = useFigureText();
  return (...weeks: readonly Week[]): CsvValue[][] =>
    WEEKDAYS.flatMap((day) =>
      DAY_HOURS.map((hour) => {
        const counts: CsvValue[] = weeks.map((week) => week[day]?.[hour] ?? null);
        return [text.weekday(day), hour as CsvValue].concat(counts);
      }),
    );
}
