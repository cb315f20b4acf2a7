import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { clockText } from './clock-text.ts';
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
/** The clock goes forward at midnight of 2026-09-06, a Sunday, and back at midnight of 2026-04-05. */
const santiago: Hours = { ...always, zone: 'America/Santiago' };

type Standing = Pick<FollowUp, 'status' | 'firstTouch' | 'firstContact'>;

const ANA = { id: 'a', name: 'Ana' };
const ZOE = { id: 'z', name: 'Zoe' };
const at = (iso: string) => Date.parse(iso);
const NEW: Standing = { status: 'new', firstTouch: null, firstContact: null };
const touched = (iso: string, how: 'call' | 'mail' | 'whatsapp' | 'other' = 'call'): Standing => ({
  ...NEW,
  firstTouch: { at: at(iso), by: ANA, how },
});
const reached = (iso: string, before: Standing = NEW): Standing => ({
  ...before,
  status: 'contacted',
  firstContact: { at: at(iso), by: ZOE },
});

function said(momento: string, standing: Standing | undefined, hours: Hours, now: string): string {
  const clock = computeResponseClock(at(momento), standing, hours, at(now));
  const { tone, text, answer } = clockText(clock, {
    momento: at(momento),
    status: standing?.status ?? 'new',
    hours,
    now: at(now),
    language: 'es',
  });
  return [`${tone}: ${i18n._(text)}`, ...(answer ? [i18n._(answer)] : [])].join(' · ');
}

describe('the response clock says', () => {
  // 2026-11-16 is a Monday.
  it.each<[string, string, Hours, string, string]>([
    [
      'nothing loud at first',
      '2026-11-16T10:00:00-03:00',
      usual,
      '2026-11-16T10:00:00-03:00',
      'quiet: A tiempo: vence 10:30',
    ],
    [
      'nothing loud before the warning',
      '2026-11-16T10:00:00-03:00',
      usual,
      '2026-11-16T10:14:59-03:00',
      'quiet: A tiempo: vence 10:30',
    ],
    [
      'that time runs out, from the warning on',
      '2026-11-16T10:00:00-03:00',
      usual,
      '2026-11-16T10:15:00-03:00',
      'amber: Quedan 15 min (vence 10:30)',
    ],
    [
      'how much is left, rounded up',
      '2026-11-16T10:10:00-03:00',
      usual,
      '2026-11-16T10:28:30-03:00',
      'amber: Quedan 12 min (vence 10:40)',
    ],
    [
      'the last minute',
      '2026-11-16T10:00:00-03:00',
      usual,
      '2026-11-16T10:29:30-03:00',
      'amber: Queda 1 min (vence 10:30)',
    ],
    [
      'that it is over, at once',
      '2026-11-16T10:00:00-03:00',
      usual,
      '2026-11-16T10:30:00-03:00',
      'red: Se venció el plazo (era 10:30)',
    ],
    [
      'how late it is',
      '2026-11-16T10:00:00-03:00',
      usual,
      '2026-11-16T10:55:10-03:00',
      'red: Venció hace 25 min de atención (era 10:30)',
    ],
    [
      'hours late',
      '2026-11-16T09:00:00-03:00',
      usual,
      '2026-11-16T11:35:00-03:00',
      'red: Venció hace 2 h 5 min de atención (era 09:30)',
    ],
    [
      'late over lunch in open minutes',
      '2026-11-16T12:20:00-03:00',
      usual,
      '2026-11-16T16:10:00-03:00',
      'red: Venció hace 20 min de atención (era 12:50)',
    ],
    [
      'no more lateness during lunch',
      '2026-11-16T12:20:00-03:00',
      usual,
      '2026-11-16T15:00:00-03:00',
      'red: Venció hace 10 min de atención (era 12:50)',
    ],
    [
      'the deadline after lunch',
      '2026-11-16T12:50:00-03:00',
      usual,
      '2026-11-16T12:55:00-03:00',
      'quiet: A tiempo: vence 16:20',
    ],
    [
      'what is left, lunch not counted',
      '2026-11-16T12:40:00-03:00',
      usual,
      '2026-11-16T12:56:00-03:00',
      'amber: Quedan 14 min (vence 16:10)',
    ],
    [
      'the same all through lunch',
      '2026-11-16T12:40:00-03:00',
      usual,
      '2026-11-16T15:59:00-03:00',
      'amber: Quedan 10 min (vence 16:10)',
    ],
    [
      'nothing loud to who writes during lunch',
      '2026-11-16T14:00:00-03:00',
      usual,
      '2026-11-16T15:30:00-03:00',
      'quiet: A tiempo: vence 16:30',
    ],
    [
      'the day of a deadline overnight',
      '2026-11-16T19:50:00-03:00',
      usual,
      '2026-11-16T20:30:00-03:00',
      'quiet: A tiempo: vence mar 17, 09:20',
    ],
    [
      'a deadline overnight in the morning',
      '2026-11-16T19:50:00-03:00',
      usual,
      '2026-11-17T09:08:00-03:00',
      'amber: Quedan 12 min (vence 09:20)',
    ],
    [
      'late overnight',
      '2026-11-16T19:00:00-03:00',
      usual,
      '2026-11-17T08:00:00-03:00',
      'red: Venció hace 30 min de atención (era lun 16, 19:30)',
    ],
    [
      'the weekend over',
      '2026-11-21T15:00:00-03:00',
      usual,
      '2026-11-22T12:00:00-03:00',
      'quiet: A tiempo: vence lun 23, 09:30',
    ],
    [
      'late since Saturday',
      '2026-11-21T12:00:00-03:00',
      usual,
      '2026-11-23T09:10:00-03:00',
      'red: Venció hace 40 min de atención (era sáb 21, 12:30)',
    ],
    [
      'the day after a holiday',
      '2026-11-16T19:50:00-03:00',
      holiday,
      '2026-11-17T10:00:00-03:00',
      'quiet: A tiempo: vence mié 18, 09:20',
    ],
    [
      'no lateness on a holiday',
      '2026-11-16T19:20:00-03:00',
      holiday,
      '2026-11-17T18:00:00-03:00',
      'red: Venció hace 10 min de atención (era lun 16, 19:50)',
    ],
    [
      'more than a week',
      '2026-11-02T10:00:00-03:00',
      usual,
      '2026-11-16T10:00:00-03:00',
      'red: Venció hace 87 h 30 min de atención (era 2 nov, 10:30)',
    ],
    [
      'hours that are left',
      '2026-11-16T09:00:00-03:00',
      slow,
      '2026-11-16T17:00:00-03:00',
      'amber: Quedan 5 h (vence mar 17, 11:00)',
    ],
    [
      'an agency that is open over midnight',
      '2026-11-16T23:45:00-03:00',
      nights,
      '2026-11-16T23:50:00-03:00',
      'quiet: A tiempo: vence mar 17, 00:15',
    ],
    [
      'and after midnight',
      '2026-11-16T23:45:00-03:00',
      nights,
      '2026-11-17T00:05:00-03:00',
      'amber: Quedan 10 min (vence 00:15)',
    ],
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
      'lateness over a change of offset',
      '2026-09-05T23:00:00-04:00',
      santiago,
      '2026-09-06T01:30:00-03:00',
      'red: Venció hace 1 h de atención (era sáb 5, 23:30)',
    ],
    [
      'that an agency is never open',
      '2026-11-16T10:00:00-03:00',
      never,
      '2026-11-18T10:00:00-03:00',
      'quiet: La agencia no tiene horario de atención: el reloj no corre.',
    ],
  ])('%s', (_, momento, hours, now, text) => {
    expect(said(momento, undefined, hours, now)).toBe(text);
    expect(said(momento, NEW, hours, now)).toBe(text);
  });

  const MONDAY = '2026-11-16T10:04:00-03:00';
  it.each<[string, string, Standing, Hours, string]>([
    [
      'a call in time',
      MONDAY,
      touched('2026-11-16T10:12:00-03:00'),
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'a mail in time',
      MONDAY,
      touched('2026-11-16T10:12:00-03:00', 'mail'),
      usual,
      'quiet: Respondida en 8 min de atención · correo de Ana, 10:12',
    ],
    [
      'a message in time',
      MONDAY,
      touched('2026-11-16T10:04:10-03:00', 'whatsapp'),
      usual,
      'quiet: Respondida en 1 min de atención · WhatsApp de Ana, 10:04',
    ],
    [
      'a call at the last moment',
      MONDAY,
      touched('2026-11-16T10:34:00-03:00'),
      usual,
      'quiet: Respondida en 30 min de atención · llamada de Ana, 10:34',
    ],
    [
      'a late call',
      MONDAY,
      touched('2026-11-16T11:00:00-03:00'),
      usual,
      'quiet: Respondida tarde, en 56 min de atención · llamada de Ana, 11:00',
    ],
    [
      'a contact without a touch',
      MONDAY,
      reached('2026-11-16T10:20:00-03:00'),
      usual,
      'quiet: Respondida en 16 min de atención · contacto marcado por Zoe, 10:20',
    ],
    [
      'an answer that somebody set',
      MONDAY,
      touched('2026-11-16T10:12:00-03:00', 'other'),
      usual,
      'quiet: Respondida en 8 min de atención · respuesta de Ana, 10:12',
    ],
    [
      'a touch and then a contact',
      MONDAY,
      reached('2026-11-16T10:20:00-03:00', touched('2026-11-16T10:12:00-03:00')),
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'a contact before a touch',
      MONDAY,
      reached('2026-11-16T10:08:00-03:00', touched('2026-11-16T10:12:00-03:00')),
      usual,
      'quiet: Respondida en 4 min de atención · contacto marcado por Zoe, 10:08',
    ],
    [
      'both at once as the touch',
      MONDAY,
      reached('2026-11-16T10:12:00-03:00', touched('2026-11-16T10:12:00-03:00')),
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'a call while it is closed',
      '2026-11-15T22:00:00-03:00',
      touched('2026-11-15T22:30:00-03:00'),
      usual,
      'quiet: Respondida fuera de horario · llamada de Ana, dom 15, 22:30',
    ],
    [
      'an answer to an agency that is never open',
      MONDAY,
      touched('2026-11-16T10:12:00-03:00'),
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
      { ...touched('2026-11-16T10:12:00-03:00'), status: 'lost' },
      usual,
      'quiet: Respondida en 8 min de atención · llamada de Ana, 10:12',
    ],
    [
      'the clock of an appointment that nobody marked as reached',
      MONDAY,
      { ...NEW, status: 'appointment' },
      usual,
      'red: Venció hace 1 h 26 min de atención (era 10:34)',
    ],
  ])('%s', (_, momento, standing, hours, text) => {
    expect(said(momento, standing, hours, '2026-11-16T12:00:00-03:00')).toBe(text);
  });
});
