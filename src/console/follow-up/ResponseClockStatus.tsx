import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { Hours } from '#contract/hours.ts';
import { computeResponseClock } from '#contract/response-clock.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import { answerText, clockText } from './clock-text.ts';
import css from './FollowUpSection.module.css';
import { formatShortTime } from './times.ts';

interface Props {
  adminMail: string;
  momento: number;
  followUp: FollowUp;
}

export function ResponseClockStatus({ adminMail, momento, followUp }: Props) {
  const { data, error, refetch } = useQuery(agencyHoursQuery(adminMail));
  if (error && !data)
    return (
      <FailureNotice
        error={error}
        title={<Trans>No se pudieron cargar los horarios de la agencia, y sin ellos no hay reloj.</Trans>}
        moveFocus={focusInquiry}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={css.clock}>
      {data && !Number.isNaN(momento) && (
        <ClockFacts momento={momento} followUp={followUp} hours={data.hours} />
      )}
    </div>
  );
}

function ClockFacts({ momento, followUp, hours }: { momento: number; followUp: FollowUp; hours: Hours }) {
  const { i18n } = useLingui();
  const now = Math.max(useNow(), momento);
  const clock = computeResponseClock(momento, followUp, hours, now);
  const { status, firstTouch, firstContact } = followUp;
  const { tone, text, answer } = clockText(clock, { momento, status, hours, now, language: i18n.locale });
  const time = (at: number) => formatShortTime(at, now, hours.zone, i18n.locale);
  const contactBy = firstContact?.by.name;
  const contactAt = firstContact && time(firstContact.at);
  const isTouchLater = firstTouch && firstContact && firstContact.at < firstTouch.at;
  const { target } = hours;
  const zone = zoneName(hours.zone);
  return (
    <>
      <p className={css.due} data-tone={tone}>
        {i18n._(text)}
        {answer && <>: {i18n._(answer)}</>}
      </p>
      <p className="secondary">
        <Trans>
          Plazo: {target} minutos de atención en {zone}
        </Trans>{' '}
        <HelpLink topic={clock.state === 'late' ? 'late' : 'clock'} />
      </p>
      {clock.state === 'answered' && clock.how !== 'contact' && (
        <p className="secondary">
          {firstContact ? (
            <Trans>
              Primer contacto: {contactBy}, {contactAt}
            </Trans>
          ) : (
            <Trans>Primer contacto: todavía no</Trans>
          )}
        </p>
      )}
      {isTouchLater && (
        <p className="secondary">
          <Trans>Primer intento desde acá:</Trans>{' '}
          {i18n._(answerText(firstTouch.how, firstTouch.by.name, time(firstTouch.at)))}
        </p>
      )}
    </>
  );
}
