import { describe, expect, it } from 'vitest';
import { suggestImportColumns } from './import-columns.ts';
import { findDayOrder, parseDay } from './parse-day.ts';
import { suggestLostReason, suggestStatus } from './status-words.ts';

const NONE = {
  phone: undefined,
  mail: undefined,
  sid: undefined,
  status: undefined,
  lostReason: undefined,
  note: undefined,
  date: undefined,
};

describe('the suggested columns', () => {
  it.each([
    [
      ['Nombre', 'Teléfono', 'E-mail', 'Estado', 'Motivo de pérdida', 'Comentarios', 'Fecha de cierre'],
      ['Ana', '0341 155-123456', 'ana@x.example', 'Perdida', 'Precio', 'cara', '3/4/2026'],
      { phone: 1, mail: 2, status: 3, lostReason: 4, note: 5, date: 6 },
    ],
    [
      ['Lead', 'Mobile phone', 'Email address', 'Deal stage', 'Lost reason', 'Notes', 'Last updated'],
      ['Ann', '+54 341 5123456', 'ann@x.example', 'Closed won', '', 'ok', '2026-04-03'],
      { phone: 1, mail: 2, status: 3, lostReason: 4, note: 5, date: 6 },
    ],
    [
      ['Columna 1', 'Columna 2', 'Columna 3', 'Columna 4', 'Columna 5'],
      ['01JABCDEFGHJKMNPQRSTVWXYZ0', '3415123456', '2026-04-03', 'vendido', 'pidió que lo llamen el lunes'],
      { sid: 0, phone: 1, date: 2, status: 3, note: 4 },
    ],
    [
      ['Mail enviado', 'Correo', 'Fecha de nacimiento', 'Fecha', 'Sid'],
      ['sí', 'a@x.example', '1980-01-01', '2026-04-03', '17'],
      { mail: 1, date: 3 },
    ],
  ])('are found for %j', (columns, row, expected) =>
    expect(suggestImportColumns({ columns, rows: [row] })).toEqual({ ...NONE, ...expected }),
  );

  it('are one field each', () => {
    const { phone, mail } = suggestImportColumns({ columns: ['Teléfono / mail'], rows: [['a@x.example']] });
    expect([phone, mail]).toEqual([undefined, 0]);
  });
});

it.each([
  ['Ganada', 'won'],
  ['VENDIDO', 'won'],
  ['Closed Won', 'won'],
  ['Closed Lost', 'lost'],
  ['No interesado', 'lost'],
  ['no vendido', 'lost'],
  ['Compró en otro lado', 'lost'],
  ['Interesado', 'contacted'],
  ['En negociación', 'contacted'],
  ['Sin contactar', 'new'],
  ['Not contacted', 'new'],
  ['Contactado', 'contacted'],
  ['Nuevo', 'new'],
  ['Cita agendada', 'appointment'],
  ['Test drive', 'appointment'],
  ['Respondida', 'answered'],
  ['Zzz', undefined],
])('the status «%s» is suggested as %s', (text, expected) => expect(suggestStatus(text)).toBe(expected));

it.each([
  ['Precio alto', 'price'],
  ['No contesta', 'no-answer'],
  ['Compró en otra agencia', 'bought-elsewhere'],
  ['Sin stock', 'not-available'],
  ['No le dieron el crédito', 'finance'],
  ['no responde', 'no-answer'],
  ['precio', 'price'],
  ['compró en otro lado', 'bought-elsewhere'],
  ['no disponible', 'not-available'],
  ['financiación', 'finance'],
  ['otro', 'other'],
  ['no answer', 'no-answer'],
  ['bought elsewhere', 'bought-elsewhere'],
  ['not available', 'not-available'],
  ['Zzz', undefined],
])('the reason «%s» is suggested as %s', (text, expected) => expect(suggestLostReason(text)).toBe(expected));

describe('a date', () => {
  it.each([
    ['2026-04-03', '2026-04-03'],
    ['2026-04-03T10:20:30Z', '2026-04-03'],
    ['3/4/2026', '2026-04-03'],
    ['03.04.26 18:05', '2026-04-03'],
    ['3 de abril de 2026', '2026-04-03'],
    ['3-abr-26', '2026-04-03'],
    ['April 3, 2026', '2026-04-03'],
    ['31/2/2026', undefined],
    ['13/13/2026', undefined],
    ['ayer', undefined],
    ['', undefined],
    ['341-5123456', undefined],
  ])('is read from «%s» as %s', (text, expected) => expect(parseDay(text, 'day-first')).toBe(expected));

  it('is read with the month first where the column allows no other order', () => {
    expect(findDayOrder(['4/3/2026', '4/13/2026'])).toBe('month-first');
    expect(findDayOrder(['4/3/2026', '13/4/2026'])).toBe('day-first');
    expect(findDayOrder(['4/13/2026', '13/4/2026'])).toBe('day-first');
    expect(parseDay('4/3/2026', 'month-first')).toBe('2026-04-03');
  });
});
