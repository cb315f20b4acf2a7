import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { Hours } from '#contract/hours.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import { answerText, clockText } from './clock-text.ts';
import { computeResponseClock } from '#contract/response-clock.ts';
import { focusOnWork } from './focus.ts';
import css from './FollowUpSection.module.css';
import { agencyHours } from './follow-up-queries.ts';
import { shortTime } from './times.ts';

interface Props {
  adminMail: string;
  /** When the inquiry came, ms. */
  momento: number;
  followUp: FollowUp;
}

/** How the inquiry stands against the time in which it should be answered, and what was done first. */
export function ClockLine({ adminMail, momento, followUp }: Props) {
  const { data, error, refetch } = useQuery(agencyHours(adminMail));
  if (error && !data)
    return (
      <p className={css.soft} role="alert">
        <Trans>No se pudieron cargar los horarios de la agencia, y sin ellos no hay reloj.</Trans>{' '}
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            // The button goes.
            focusOnWork();
            void refetch();
          }}
        >
          <Trans>Reintentar</Trans>
        </button>
      </p>
    );
  return (
    <div className={css.clock}>
      {data && !Number.isNaN(momento) && <Running momento={momento} followUp={followUp} hours={data.hours} />}
    </div>
  );
}

function Running({ momento, followUp, hours }: { momento: number; followUp: FollowUp; hours: Hours }) {
  const { t, i18n } = useLingui();
  const format = useFormats(hours.zone);
  const now = Math.max(useNow(), momento);
  const clock = computeResponseClock(momento, followUp, hours, now);
  const { status, firstTouch, firstContact } = followUp;
  const { tone, text, stopped } = clockText(clock, { momento, status, hours, now, language: i18n.locale });
  const time = (at: number) => shortTime(at, now, hours.zone, i18n.locale);
  const contactBy = firstContact?.by.name;
  const contactAt = firstContact && time(firstContact.at);
  // What stopped the clock is told already.
  const touchLater = firstTouch && firstContact && firstContact.at < firstTouch.at ? firstTouch : undefined;
  const due = clock.state === 'none' || clock.dueAt === undefined ? undefined : new Date(clock.dueAt);
  const exact = due && format.exact(due.toISOString());
  const { target } = hours;
  const zone = zoneName(hours.zone);
  const counted = t`${target} minutos de atención en ${zone}`;
  return (
    <>
      <p className={css.due} data-tone={tone} title={exact ? t`Vence ${exact}: ${counted}` : counted}>
        <span>
          {i18n._(text)}
          {stopped && <>: {i18n._(stopped)}</>}
        </span>
        <span className="visually-hidden">{exact ? t`Vence ${exact}: ${counted}` : counted}</span>
      </p>
      {clock.state === 'answered' && clock.how !== 'contact' && (
        <p className={css.soft}>
          {firstContact ? (
            <Trans>
              Primer contacto: {contactBy}, {contactAt}
            </Trans>
          ) : (
            <Trans>Primer contacto: todavía no</Trans>
          )}
        </p>
      )}
      {touchLater && (
        <p className={css.soft}>
          <Trans>Primer intento desde acá:</Trans>{' '}
          {i18n._(answerText(touchLater.how, touchLater.by.name, time(touchLater.at)))}
        </p>
      )}
    </>
  );
}
