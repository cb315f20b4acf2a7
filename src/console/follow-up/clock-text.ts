import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { type Hours, countOpenMinutes, countOpenMs } from '#contract/hours.ts';
import type { ResponseClock, StopReason } from '#contract/response-clock.ts';
import { formatDuration, formatShortTime } from './times.ts';

interface ClockText {
  tone: 'quiet' | 'amber' | 'red';
  text: MessageDescriptor;
  answer?: MessageDescriptor;
}

interface Options {
  momento: number;
  status: FollowUp['status'];
  hours: Hours;
  now: number;
  language: string;
}

export function clockText(
  clock: ResponseClock,
  { momento, status, hours, now, language }: Options,
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

export function answerText(how: StopReason, by: string, at: string): MessageDescriptor {
  const texts: Record<StopReason, MessageDescriptor> = {
    call: msg`llamada de ${by}, ${at}`,
    mail: msg`correo de ${by}, ${at}`,
    whatsapp: msg`WhatsApp de ${by}, ${at}`,
    other: msg`respuesta de ${by}, ${at}`,
    contact: msg`contacto marcado por ${by}, ${at}`,
  };
  return texts[how];
}
