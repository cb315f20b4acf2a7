import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { share, sum } from './figures.ts';
import { useFigureText } from './figure-text.ts';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { FiguresSection } from './FiguresSection.tsx';
import css from './OverviewPage.module.css';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const DAY_HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The number in the fullest cell stays legible up to this share of the accent. */
const MAX_TINT = 45;

export function HeatMapSection({ arrivals }: { arrivals: OverviewPeriod['arrivals'] }) {
  const { t } = useLingui();
  const text = useFigureText();
  const [part, setPart] = useState<keyof typeof arrivals>('all');
  const counts = arrivals[part];
  const max = Math.max(1, ...counts.flat());
  const [all, closed] = [arrivals.all, arrivals.closed].map((table) => sum(table.flat())) as [number, number];
  const [closedCount, allCount, closedShare] = [
    text.number(closed),
    text.number(all),
    text.percent(share(closed, all)),
  ];
  const title = t`Cuándo llegan`;
  const hourText = (hour: number) => `${String(hour).padStart(2, '0')} h`;
  return (
    <FiguresSection
      title={title}
      description={t`${closedCount} de ${allCount} (${closedShare}) llegaron con la agencia cerrada.`}
      definition={t`Consultas de estos días por día de la semana y hora, en la zona horaria de cada agencia. Cerrada: fuera de los horarios de atención de la agencia, o en un feriado suyo.`}
      actions={
        <ToggleChoice
          label={t`Cuáles`}
          value={part}
          options={{ all: t`Todas`, closed: t`Con la agencia cerrada` }}
          onChange={setPart}
        />
      }
      getRecords={() => [
        [t`Día`, t`Hora`, t`Consultas`, t`Con la agencia cerrada`],
        ...WEEKDAYS.flatMap((day) =>
          DAY_HOURS.map((hour) => [
            text.weekday(day),
            hour,
            arrivals.all[day]?.[hour] ?? 0,
            arrivals.closed[day]?.[hour] ?? 0,
          ]),
        ),
      ]}
    >
      <table
        className={css.heatMap}
        aria-label={part === 'all' ? title : t`Cuándo llegan, con la agencia cerrada`}
      >
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
          {DAY_HOURS.map((hour) => (
            <tr key={hour}>
              <th scope="row">{hourText(hour)}</th>
              {WEEKDAYS.map((day) => {
                const count = counts[day]?.[hour] ?? 0;
                return (
                  <td
                    key={day}
                    style={{
                      backgroundColor: `color-mix(in srgb, var(--accent) ${(count / max) * MAX_TINT}%, var(--paper))`,
                    }}
                  >
                    {text.number(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </FiguresSection>
  );
}
