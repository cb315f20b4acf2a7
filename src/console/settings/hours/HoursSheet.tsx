import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AgencyHours } from '#contract/desk/hours.ts';
import { dayAt } from '#contract/window.ts';
import parts from '#console/ui/parts.module.css';
import { useNow } from '#console/ui/use-formats.ts';
import { Examples } from './Examples.tsx';
import { fromToday } from './hours-form.ts';
import css from './hours.module.css';
import { useHoursText } from './hours-text.ts';
import { UsualHours } from './UsualHours.tsx';

/** The hours for who reads them. */
export function HoursSheet({ held: { hours, version } }: { held: AgencyHours }) {
  const { t } = useLingui();
  const text = useHoursText();
  const now = useNow();
  const { zone, week, holidays, target, warning } = hours;
  const { coming } = fromToday(holidays, dayAt(now, zone));
  const minutes = (count: number) => t`${plural(count, { one: '# minuto', other: '# minutos' })} de atención`;
  return (
    <div className={`${parts.section} ${css.width}`}>
      <p>
        <Trans>Los cambia quien administra.</Trans>
      </p>
      {version === 0 && <UsualHours />}
      <dl className={css.sheet}>
        {week.map((day, weekday) => (
          // oxlint-disable-next-line react/no-array-index-key -- a weekday is its number
          <div key={weekday}>
            <dt>{text.weekdays[weekday]}</dt>
            <dd>{text.day(day)}</dd>
          </div>
        ))}
        <div>
          <dt>{t`Zona horaria`}</dt>
          <dd>{text.zone(zone, now)}</dd>
        </div>
        <div>
          <dt>{t`Responder en`}</dt>
          <dd>{minutes(target)}</dd>
        </div>
        <div>
          <dt>{t`Avisar a los`}</dt>
          <dd>{minutes(warning)}</dd>
        </div>
        <div>
          <dt>{t`Feriados que vienen`}</dt>
          <dd>{coming.length > 0 ? coming.map((day) => <p key={day}>{text.date(day)}</p>) : t`ninguno`}</dd>
        </div>
      </dl>
      <Examples hours={hours} />
    </div>
  );
}
