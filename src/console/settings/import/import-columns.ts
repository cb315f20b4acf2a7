import { normalizeWords } from '#matching/normalize.ts';
import type { Table } from '#console/table-file/header.ts';
import { parseDay } from './parse-day.ts';
import { suggestLostReason, suggestStatus } from './status-words.ts';

/** What a column of the file may hold; the first three find the inquiry. */
export const IMPORT_FIELDS = ['phone', 'mail', 'sid', 'status', 'lostReason', 'note', 'date'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
/** Index of each field's column. */
export type ImportColumns = Record<ImportField, number | undefined>;

const HEADERS: Record<ImportField, RegExp> = {
  phone: /\b(?:telefonos?|tel|celular|cel|movil|phone|mobile|whatsapp|wsp)\b/,
  mail: /\b(?:e?mail|correo)\b/,
  sid: /\bsid\b/,
  status: /\b(?:estado|status|etapa|stage|situacion|fase|resultado|outcome)\b/,
  lostReason: /\b(?:motivo|razon|reason|causa)\b/,
  note: /\b(?:notas?|notes?|comentarios?|comments?|observacion(?:es)?|detalle|descripcion|description)\b/,
  date: /\b(?:fecha|date|dia|day|creado|created|modificado|updated|actualizado)\b(?!.*\b(?:nacimiento|birth))/,
};

/** Of columns with dates of something else than the answer: when it arrived, was changed, or closed. */
const OTHER_DATES =
  /\b(?:crea\w*|alta|ingres\w*|entrada|recib\w*|momento|consulta|arriv\w*|receiv\w*|added|cierre|cerrad\w*|clos\w*|won|ganad\w*|perdid\w*|lost|modif\w*|actualiz\w*|updat\w*|ultim\w*|last|time)\b/;

/** Whether the dates of a column may say when the buyer was answered. */
export function hasAnswerDates(name: string): boolean {
  return !OTHER_DATES.test(normalizeWords(name));
}

const CONTENTS: Record<ImportField, (cell: string) => boolean> = {
  phone: (cell) =>
    /^[\d\s()+./-]+$/.test(cell) && /^\d{8,15}$/.test(cell.replaceAll(/\D/g, '')) && !isDay(cell),
  mail: (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell),
  sid: (cell) => /^(?=.*\d)(?=.*[a-z])[\w.~-]{20,30}$/i.test(cell),
  status: (cell) => cell.length <= 40 && suggestStatus(cell) !== undefined,
  lostReason: (cell) => cell.length <= 60 && suggestLostReason(cell) !== undefined,
  note: (cell) => cell.split(/\s+/).length >= 4,
  date: isDay,
};

/** Fields that are known by their content: a header over something else is not believed. */
const RECOGNIZED: ReadonlySet<ImportField> = new Set(['phone', 'mail', 'sid', 'date']);

const SAMPLE_ROWS = 200;
/** Of the cells that are not empty. */
const MIN_SHARE = 0.5;

function isDay(cell: string): boolean {
  return parseDay(cell, 'day-first') !== undefined || parseDay(cell, 'month-first') !== undefined;
}

/** The column of each field by its header and content; a column is suggested once. */
export function suggestImportColumns({ columns, rows }: Table): ImportColumns {
  const candidates = columns.flatMap((name, column) => {
    const header = normalizeWords(name);
    const cells = rows
      .slice(0, SAMPLE_ROWS)
      .map((row) => row[column] ?? '')
      .filter((cell) => cell !== '');
    return IMPORT_FIELDS.map((field) => {
      const share = cells.filter(CONTENTS[field]).length / Math.max(1, cells.length);
      const isNamed = HEADERS[field].test(header);
      const isBelieved = cells.length === 0 || share > 0 || !RECOGNIZED.has(field);
      return {
        field,
        column,
        score: (isNamed && isBelieved ? 1 : 0) + (share >= MIN_SHARE ? share : 0),
      };
    });
  });
  const chosen = new Map<ImportField, number>();
  // A stable sort: of equals, the first column.
  for (const { field, column, score } of candidates.toSorted((a, b) => b.score - a.score))
    if (score > 0 && !chosen.has(field) && ![...chosen.values()].includes(column)) chosen.set(field, column);
  return {
    phone: chosen.get('phone'),
    mail: chosen.get('mail'),
    sid: chosen.get('sid'),
    status: chosen.get('status'),
    lostReason: chosen.get('lostReason'),
    note: chosen.get('note'),
    date: chosen.get('date'),
  };
}
