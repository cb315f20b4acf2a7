import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import type { ListedFollowUp, Row } from '#console/inquiries/row.ts';
import { formatsFor } from '#console/ui/formats.ts';
import { computeRowStatus } from './row-status.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const SID = '01JC0000000000000000000001';
const at = (clock: string, day = '2026-11-20') => Date.parse(`${day}T${clock}:00-03:00`);
const ana = { id: 'ana', name: 'Ana Paz' };

function compute(change: Partial<ListedFollowUp> | undefined, now: number, seen = false) {
  const followUp = change && {
    ...UNTOUCHED_FOLLOW_UP,
    sid: SID.toLowerCase(),
    version: 1,
    changedAt: 0,
    ...change,
  };
  const row = { inquiry: { Momento: '2026-11-20T10:00:00-03:00' } as Row['inquiry'], followUp, seen };
  return computeRowStatus(
    { ...row, isRepeat: false, hasLeft: false },
    {
      hours: defaultHours(ZONE),
      personId: 'me',
      now,
      zone: ZONE,
      format: formatsFor('es', ZONE),
      i18n: setupI18n({ locale: 'es', messages: { es: {} } }),
    },
  );
}

describe('the status of a row', () => {
  it.each([
    { name: 'time runs out', now: at('10:18'), chip: { kind: 'soon', text: /12/ } },
    { name: 'just late', now: at('10:35'), chip: { kind: 'late', text: /5 min/ } },
    { name: 'late before lunch', now: at('12:59'), chip: { kind: 'overdue', text: /2 h/ } },
    { name: 'late by open time, not by the clock', now: at('16:30'), chip: { kind: 'overdue', text: /3 h/ } },
    { name: 'long overdue', now: at('10:00', '2026-11-24'), chip: { kind: 'overdue', text: /^tarde$/ } },
  ])('$name', ({ now, chip }) => {
    const status = compute(undefined, now);
    expect(status.progress).toBe('unread');
    expect(status.chip).toEqual({ kind: chip.kind, text: expect.stringMatching(chip.text) as string });
  });

  it('has no chip while the answer is in time', () =>
    expect(compute(undefined, at('10:14')).chip).toBeUndefined());

  it('marks unconfirmed changes', () => {
    const now = at('10:35');
    const saving = compute({ status: 'contacted', isSaving: true }, now);
    expect(saving).toMatchObject({
      isSaving: true,
      summary: 'Contactada',
      description: expect.stringMatching(/Guardando/) as string,
    });
    expect(compute({ status: 'contacted' }, now)).toMatchObject({
      isSaving: false,
      description: expect.not.stringMatching(/Guardando/) as string,
    });
  });

  it('distinguishes unread, seen and worked; a worked inquiry has no clock', () => {
    const now = at('10:35');
    expect(compute(undefined, now).progress).toBe('unread');
    expect(compute(undefined, now, true).progress).toBe('seen');
    expect(compute({ status: 'contacted', firstContact: { at: now, by: ana } }, now)).toMatchObject({
      progress: 'worked',
      chip: undefined,
    });
    expect(compute({ firstTouch: { at: now, by: ana, how: 'call' } }, now).progress).toBe('worked');
    expect(compute({ status: 'lost', lostReason: 'price' }, now).progress).toBe('worked');
    expect(compute({ notes: 2, claimedBy: ana }, now).progress).toBe('unread');
  });

  it('names the channel of an answer, if known', () => {
    const now = at('10:35');
    const firstTouch = { at: now, by: ana };
    const words = (how: 'whatsapp' | 'other') =>
      compute({ status: 'answered', firstTouch: { ...firstTouch, how } }, now).summary;
    expect([words('whatsapp'), words('other')]).toEqual(['Respondida · WhatsApp', 'Respondida']);
    expect(compute({ status: 'contacted', firstTouch: { ...firstTouch, how: 'call' } }, now).summary).toBe(
      'Contactada',
    );
  });

  it('shows the day of a snooze unless it is today', () => {
    const now = at('10:35');
    expect(compute({ snoozedUntil: at('11:30') }, now).summary).toMatch(/11:30$/);
    expect(compute({ snoozedUntil: at('11:30') }, now).summary).not.toContain('nov');
    expect(compute({ snoozedUntil: at('09:00', '2026-11-23') }, now).summary).toMatch(/lun.* 09:00$/);
  });

  it('highlights an expired snooze', () => {
    const now = at('10:35');
    const touched = { status: 'contacted', snoozedUntil: at('10:30') } as const;
    expect(compute(touched, now, true)).toMatchObject({ progress: 'seen', chip: { kind: 'back' } });
    expect(compute({ ...touched, snoozedUntil: at('10:40') }, now, true)).toMatchObject({
      progress: 'worked',
    });
    const firstContact = { at: at('10:05'), by: ana };
    expect(compute({ ...touched, firstContact, changedAt: at('10:31') }, now, true)).toMatchObject({
      progress: 'worked',
      chip: undefined,
    });
  });
});
