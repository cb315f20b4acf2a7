import { expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { computeFirstAnswer } from '#contract/overview.ts';
import { type CellFormat, type ExportRow, formatExportCell, toJsonValue } from './cells.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const FORMAT: CellFormat = { zone: ZONE, locale: 'es', headers: 'names', isMasked: false };
const BY = { id: '1', name: 'Ana' };

function createRow(Momento: string, answeredAt: string): ExportRow {
  return {
    inquiry: { Momento },
    adminMail: 'ventas@ruta9.example',
    sid: '01JCXXXXXXXXXXXXXXXXXXXXXX',
    followUp: {
      sid: '01JCXXXXXXXXXXXXXXXXXXXXXX',
      status: 'answered',
      lostReason: null,
      claimedBy: null,
      snoozedUntil: null,
      firstTouch: { at: Date.parse(answeredAt), by: BY, how: 'call' },
      firstContact: null,
      pinnedNote: null,
      notes: 0,
      version: 1,
      changedAt: null,
    },
    hours: defaultHours(ZONE),
    now: Date.parse('2026-03-06T10:00:00Z'),
  };
}

it.each(['0001-01-01T00:00:00', '+275760-09-13T00:00:00Z', 'ayer'])(
  'the moment %s stays as text, without a due time or minutes',
  (Momento) => {
    const row = createRow(Momento, '2026-03-05T10:00:00Z');
    expect(formatExportCell('Momento', row, FORMAT)).toBe(Momento);
    expect(toJsonValue('Momento', row, FORMAT)).toBe(Momento);
    for (const column of ['Reloj.Vence', 'Reloj.Minutos', 'Reloj.ATiempo'] as const)
      expect(formatExportCell(column, row, FORMAT)).toBe('');
  },
);

it('minutes until the answer are those of the overview: a begun one counts', () => {
  const momento = '2026-03-05T13:00:00.000Z';
  const answeredAt = '2026-03-05T13:04:20.000Z';
  const row = createRow(momento, answeredAt);
  const answer = computeFirstAnswer(
    {
      at: Date.parse(momento),
      dueAt: null,
      firstTouch: { at: Date.parse(answeredAt), by: BY.id, how: 'call' },
      firstContact: null,
    },
    row.hours,
  );
  expect([toJsonValue('Reloj.Minutos', row, FORMAT), answer?.minutes]).toEqual([5, 5]);
});
