import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { clockText } from './ResponseClockStatus.tsx';
import { computeResponseClock } from '#contract/response-clock.ts';

i18n.load('es', {});
i18n.activate('es');

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires';
const usual = defaultHours(BUENOS_AIRES);
const holiday: Hours = { ...usual, holidays: ['2026-11-17'] };
const always: Hours = { ...usual, week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]) };
const never: Hours = { ...usual, week: Array.from({ length: 7 }, () => []) };
const slow: Hours = { ...usual, target: 600, warning: 300 };
const nights: Hours = {
  ...usual,
  week: Array.from({ length: 7 }, () => [
    { from: '00:00', to: '02:00' },
    { from: '22:00', to: '24:00' },
  ]),
};
const santiago: Hours = { ...always, zone: 'America/Santiago' };

type Answer = Pick<FollowUp, 'status' | 'firstTouch' | 'firstContact'>;

const ANA = { id: 'a', name: 'Ana' };
const ZOE = { id: 'z', name: 'Zoe' };
const at = (time: string) =>
  Date.parse(/^\d\d \d/.test(time) ? `2026-11-${time.replace(' ', 'T')}-03:00` : time);
const NEW: Answer = { status: 'new', firstTouch: null, firstContact: null };
const touched = (time: string, how: 'call' | 'mail' | 'whatsapp' | 'other' = 'call'): Answer => ({
  ...NEW,
  firstTouch: { at: at(time), by: ANA, how },
});
const reached = (time: string, before: Answer = NEW): Answer => ({
  ...before,
  status: 'contacted',
  firstContact: { at: at(time), by: ZOE },
});

function sentences(momento: string, followUp: Answer | undefined, hours: Hours, now: string): string {
  const clock = computeResponseClock(at(momento), followUp, hours, at(now));
  const { tone, text, answer } = clockText(clock, {
    momento: at(momento),
    status: followUp?.status ?? 'new',
    hours,
    now: at(now),
    language: 'es',
  });
  return [`${tone}: ${i18n._(text)}`, ...(answer ? [i18n._(answer)] : [])].join(' · ');
}

describe('the response clock says', () => {
  it.each<[string, string, Hours, string, string]>([
    ['on time at first', '16 10:00', usual, '16 10:00', 'quiet: A tiempo: vence 10:30'],
    ['on time before the warning', '16 10:00', usual, '16 10:14:59', 'quiet: A tiempo: vence 10:30'],
    ['due soon from the warning on', '16 10:00', usual, '16 10:15', 'amber: Quedan 15 min (vence 10:30)'],
    ['the minutes left, rounded up', '16 10:10', usual, '16 10:28:30', 'amber: Quedan 12 min (vence 10:40)'],
    ['the last minute', '16 10:00', usual, '16 10:29:30', 'amber: Queda 1 min (vence 10:30)'],
    ['overdue at once', '16 10:00', usual, '16 10:30', 'red: Se venció el plazo (era 10:30)'],
    [
      'the minutes overdue',
      '16 10:00',
      usual,
      '16 10:55:10',
      'red: Venció hace 26 min de atención (era 10:30)',
    ],
    ['hours overdue', '16 09:00', usual, '16 11:35', 'red: Venció hace 2 h 5 min de atención (era 09:30)'],
    [
      'overdue over lunch, in open minutes',
      '16 12:20',
      usual,
      '16 16:10',
      'red: Venció hace 20 min de atención (era 12:50)',
    ],
    [
      'no more minutes overdue during lunch',
      '16 12:20',
      usual,
      '16 15:00',
      'red: Venció hace 10 min de atención (era 12:50)',
    ],
    ['a due time after lunch', '16 12:50', usual, '16 12:55', 'quiet: A tiempo: vence 16:20'],
    ['the minutes left without lunch', '16 12:40', usual, '16 12:56', 'amber: Quedan 14 min (vence 16:10)'],
    ['the same all through lunch', '16 12:40', usual, '16 15:59', 'amber: Quedan 10 min (vence 16:10)'],
    ['on time for an inquiry during lunch', '16 14:00', usual, '16 15:30', 'quiet: A tiempo: vence 16:30'],
    [
      'the day of a due time after the night',
      '16 19:50',
      usual,
      '16 20:30',
      'quiet: A tiempo: vence mar 17, 09:20',
    ],
    [
      'a due time after the night in the morning',
      '16 19:50',
      usual,
      '17 09:08',
      'amber: Quedan 12 min (vence 09:20)',
    ],
    [
      'overdue overnight',
      '16 19:00',
      usual,
      '17 08:00',
      'red: Venció hace 30 min de atención (era lun 16, 19:30)',
    ],
    ['a due time after the weekend', '21 15:00', usual, '22 12:00', 'quiet: A tiempo: vence lun 23, 09:30'],
    [
      'overdue since Saturday',
      '21 12:00',
      usual,
      '23 09:10',
      'red: Venció hace 40 min de atención (era sáb 21, 12:30)',
    ],
    ['the day after a holiday', '16 19:50', holiday, '17 10:00', 'quiet: A tiempo: vence mié 18, 09:20'],
    [
      'no more minutes overdue on a holiday',
      '16 19:20',
      holiday,
      '17 18:00',
      'red: Venció hace 10 min de atención (era lun 16, 19:50)',
    ],
    [
      'more than a week',
      '02 10:00',
      usual,
      '16 10:00',
      'red: Venció hace 87 h 30 min de atención (era 2 nov, 10:30)',
    ],
    ['hours left', '16 09:00', slow, '16 17:00', 'amber: Quedan 5 h (vence mar 17, 11:00)'],
    ['an agency open over midnight', '16 23:45', nights, '16 23:50', 'quiet: A tiempo: vence mar 17, 00:15'],
    ['and after midnight', '16 23:45', nights, '17 00:05', 'amber: Quedan 10 min (vence 00:15)'],
    [
      'a change of offset forward',
      '2026-09-05T23:50:00-04:00',
      santiago,
      '2026-09-06T01:10:00-03:00',
      'amber: Quedan 10 min (vence 01:20)',
    ],
    [
      'a change of offset back',
      '2026-04-04T23:50:00-03:00',
      santiago,
      '2026-04-04T23:10:00-04:00',
      'amber: Quedan 10 min (vence 23:20)',
    ],
    [
      'overdue over a change of offset',
      '2026-09-05T23:00:00-04:00',
      santiago,
      '2026-09-06T01:30:00-03:00',
      'red: Venció hace 1 h de atención (era sáb 5, 23:30)',
    ],
    [
      'that an agency is never open',
      '16 10:00',
      never,
      '18 10:00',
      'quiet: La agencia no tiene horario de atención: el reloj no corre.',
    ],
  ])('%s', (_, momento, hours, now, text) => {
    expect(sentences(momento, undefined, hours, now)).toBe(text);
    expect(sentences(momento, NEW, hours, now)).toBe(text);
  });

  const MONDAY = '16 10:04';
  it.each<[string, string, Answer, Hours, string]>([
    [
      'a call in time',
      MONDAY,
      touched('16 10:12'),
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'a mail in time',
      MONDAY,
      touched('16 10:12', 'mail'),
      usual,
      'quiet: Respondida en 8 min de atención · correo de Ana, 10:12',
    ],
    [
      'a message in time',
      MONDAY,
      touched('16 10:04:10', 'whatsapp'),
      usual,
      'quiet: Respondida en 1 min de atención · WhatsApp de Ana, 10:04',
    ],
    [
      'a call at the last moment',
      MONDAY,
      touched('16 10:34'),
      usual,
      'quiet: Respondida en 30 min de atención · llamada de Ana, 10:34',
    ],
    [
      'a late call',
      MONDAY,
      touched('16 11:00'),
      usual,
      'quiet: Respondida tarde, en 56 min de atención · llamada de Ana, 11:00',
    ],
    [
      'a contact without a touch',
      MONDAY,
      reached('16 10:20'),
      usual,
      'quiet: Respondida en 16 min de atención · contacto marcado por Zoe, 10:20',
    ],
    [
      'an answer that somebody set',
      MONDAY,
      touched('16 10:12', 'other'),
      usual,
      'quiet: Respondida en 8 min de atención · respuesta de Ana, 10:12',
    ],
    [
      'a touch and then a contact',
      MONDAY,
      reached('16 10:20', touched('16 10:12')),
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'a contact before a touch',
      MONDAY,
      reached('16 10:08', touched('16 10:12')),
      usual,
      'quiet: Respondida en 4 min de atención · contacto marcado por Zoe, 10:08',
    ],
    [
      'both at once as the touch',
      MONDAY,
      reached('16 10:12', touched('16 10:12')),
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'a call while it is closed',
      '15 22:00',
      touched('15 22:30'),
      usual,
      'quiet: Respondida fuera de horario · llamada de Ana, dom 15, 22:30',
    ],
    [
      'an answer to an agency that is never open',
      MONDAY,
      touched('16 10:12'),
      never,
      'quiet: Respondida fuera de horario · llamada de Ana, 10:12',
    ],
    [
      'that it was lost without an answer',
      MONDAY,
      { ...NEW, status: 'lost' },
      usual,
      'quiet: Se cerró sin una respuesta desde acá: el reloj no corre.',
    ],
    [
      'an answer also when it was lost then',
      MONDAY,
      { ...touched('16 10:12'), status: 'lost' },
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'an answer that an import brought without its moment',
      MONDAY,
      { ...NEW, status: 'appointment' },
      usual,
      'quiet: Respondida, no se sabe cuándo: el reloj no corre.',
    ],
  ])('%s', (_, momento, followUp, hours, text) => {
    expect(sentences(momento, followUp, hours, '16 12:00')).toBe(text);
  });
});
