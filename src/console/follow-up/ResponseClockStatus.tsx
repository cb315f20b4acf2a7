import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { type Hours, countOpenMinutes, countOpenMs } from '#contract/hours.ts';
import { type ResponseClock, type StopReason, computeResponseClock } from '#contract/response-clock.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import { followUpQuery } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { formatDuration, formatShortTime } from './times.ts';

interface Props extends InquiryKey {
  inquiry: Inquiry;
}

export function ResponseClockStatus({ adminMail, sid, inquiry: { Momento } }: Props) {
  const { t } = useLingui();
  const followUp = useQuery(followUpQuery({ adminMail, sid })).data?.followUp;
  const { data, error, refetch } = useQuery(agencyHoursQuery(adminMail));
  const momento = Date.parse(Momento);
  if (error && !data)
    return (
      <FailureNotice
        error={error}
        title={<Trans>No se pudieron cargar los horarios de la agencia, y sin ellos no hay reloj.</Trans>}
        moveFocus={focusInquiry}
        onRetry={() => void refetch()}
      />
    );
  if (!data || !followUp || Number.isNaN(momento)) return null;
  return (
    <section className={css.clock} aria-label={t`Respuesta`}>
      <ClockFacts momento={momento} followUp={followUp} hours={data.hours} />
    </section>
  );
}

function ClockFacts({ momento, followUp, hours }: { momento: number; followUp: FollowUp; hours: Hours }) {
  const { i18n } = useLingui();
  const now = Math.max(useNow(), momento);
  const clock = computeResponseClock(momento, followUp, hours, now);
  const { status, firstTouch, firstContact } = followUp;
  const { text, answer } = clockText(clock, { momento, status, hours, now, language: i18n.locale });
  const time = (at: number) => formatShortTime(at, now, hours.zone, i18n.locale);
  const contactBy = firstContact?.by.name;
  const contactAt = firstContact && time(firstContact.at);
  const isTouchLater = firstTouch && firstContact && firstContact.at < firstTouch.at;
  const { target } = hours;
  const zone = zoneName(hours.zone);
  return (
    <>
      <h3>
        <Trans>Respuesta</Trans> <HelpLink topic={clock.state === 'late' ? 'late' : 'clock'} />
      </h3>
      <p>
        {i18n._(text)}
        {answer && <>: {i18n._(answer)}</>}
      </p>
      <p className="secondary">
        <Trans>
          Plazo: {target} minutos de atención en {zone}
        </Trans>
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

interface ClockText {
  tone: 'quiet' | 'amber' | 'red';
  text: MessageDescriptor;
  answer?: MessageDescriptor;
}

interface ClockOptions {
  momento: number;
  status: FollowUp['status'];
  hours: Hours;
  now: number;
  language: string;
}

export function clockText(
  clock: ResponseClock,
  { momento, status, hours, now, language }: ClockOptions,
): ClockText {
  const time = (at: number) => formatShortTime(at, now, hours.zone, language);
  switch (clock.state) {
    case 'none':
      if (status === 'won' || status === 'lost')
        return { tone: 'quiet', text: msg`Se cerró sin una respuesta desde acá: el reloj no corre.` };
      return {
        tone: 'quiet',
        text:
          status === 'new'
            ? msg`La agencia no tiene horario de atención: el reloj no corre.`
            : msg`Respondida, no se sabe cuándo: el reloj no corre.`,
      };
    case 'fine': {
      const due = time(clock.dueAt);
      return { tone: 'quiet', text: msg`A tiempo: vence ${due}` };
    }
    case 'soon': {
      const due = time(clock.dueAt);
      const minutes = countOpenMinutes(now, clock.dueAt, hours);
      const left = formatDuration(minutes * MINUTE_MS);
      return {
        tone: 'amber',
        text: msg`${plural(minutes, { one: 'Queda', other: 'Quedan' })} ${left} (vence ${due})`,
      };
    }
    case 'late': {
      const due = time(clock.dueAt);
      const open = countOpenMs(clock.dueAt, now, hours);
      const late = formatDuration(countOpenMinutes(clock.dueAt, now, hours) * MINUTE_MS);
      return {
        tone: 'red',
        text:
          open < MINUTE_MS
            ? msg`Se venció el plazo (era ${due})`
            : msg`Venció hace ${late} de atención (era ${due})`,
      };
    }
    default: {
      const { by, how } = clock;
      const at = time(clock.at);
      const minutes = countOpenMinutes(momento, clock.at, hours);
      const took = formatDuration(Math.max(minutes, 1) * MINUTE_MS);
      const inTime =
        minutes === 0 ? msg`Respondida fuera de horario` : msg`Respondida en ${took} de atención`;
      return {
        tone: 'quiet',
        text: clock.inTime ? inTime : msg`Respondida tarde, en ${took} de atención`,
        answer: answerText(how, by, at),
      };
    }
  }
}

function answerText(how: StopReason, by: string, at: string): MessageDescriptor {
  const texts: Record<StopReason, MessageDescriptor> = {
    call: msg`llamada de ${by}, ${at}`,
    mail: msg`correo de ${by}, ${at}`,
    whatsapp: msg`WhatsApp de ${by}, ${at}`,
    other: msg`respuesta de ${by}, ${at}`,
    contact: msg`contacto marcado por ${by}, ${at}`,
  };
  return texts[how];
}
