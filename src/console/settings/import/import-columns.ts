import type { ExportColumn } from '#contract/desk/export.ts';
import { isMailAddress, isPhone, listMails, listPhones } from '#matching/contact-values.ts';
import {
  isOwnExport,
  isRuledOut,
  matchColumnName,
  readExportColumn,
  toNameWords,
} from '#console/table-file/column-names.ts';
import {
  type Mapping,
  type SampledColumn,
  getShare,
  guessColumns,
} from '#console/table-file/guess-columns.ts';
import type { Table } from '#console/table-file/header.ts';
import { parseDay } from './parse-day.ts';
import { suggestLostReason, suggestStatus } from './status-words.ts';

export const IMPORT_FIELDS = ['phone', 'mail', 'sid', 'status', 'lostReason', 'note', 'date'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
export type ImportColumns = Mapping<ImportField>;

/** The buyer's comment is no note, and phones may be masked. */
const EXPORT_FIELDS: Partial<Record<ExportColumn, ImportField>> = {
  sid: 'sid',
  'Interesado.Telefono': 'phone',
  'Interesado.Email': 'mail',
  'Seguimiento.Estado': 'status',
  'Seguimiento.Motivo': 'lostReason',
  'Reloj.Respondida': 'date',
};

const SELLERS =
  /\b(?:vendedor[ae]?s?|asesor[ae]?|operador[ae]?|responsable|responsible|salesperson|sales rep|agent|usuario|user|assigned|asignad[oa])\b/;

const OTHER_DATES =
  /\b(?:crea\w*|alta|ingres\w*|entrada|recib\w*|momento|consulta|arriv\w*|receiv\w*|added|cierre|cerrad\w*|clos\w*|won|ganad\w*|perdid\w*|lost|modif\w*|actualiz\w*|updat\w*|ultim\w*|last|time)\b/;

export function hasAnswerDates(name: string): boolean {
  return readExportColumn(name) === 'Reloj.Respondida' || !OTHER_DATES.test(toNameWords(name));
}

const CONTENTS: Record<ImportField, (cell: string) => boolean> = {
  phone: (cell) => listPhones(cell).some(isPhone) && !isParsableDay(cell),
  mail: (cell) => listMails(cell).some(isMailAddress),
  sid: (cell) => /^(?!_)(?=(?:\D*\d){3})(?=.*[a-z])[\w.~-]{20,30}$/i.test(cell.slice(0, 31)),
  status: (cell) => cell.length <= 40 && suggestStatus(cell) !== undefined,
  lostReason: (cell) => cell.length <= 60 && suggestLostReason(cell) !== undefined,
  note: (cell) => cell.slice(0, 500).split(/\s+/).length >= 4,
  date: isParsableDay,
};

const MAX_DATE_LENGTH = 60;

/** The content of these fields is recognizable, so a header over something else is not believed. */
const RECOGNIZED: ReadonlySet<ImportField> = new Set(['phone', 'mail', 'sid', 'date']);

const MIN_CONTENT_SHARE = 0.5;

function isParsableDay(cell: string): boolean {
  if (cell.length > MAX_DATE_LENGTH) return false;
  return parseDay(cell, 'day-first') !== undefined || parseDay(cell, 'month-first') !== undefined;
}

/**
 * A column that is named for a field counts more than one that is about it, and a buyer's more than a
 * seller's.
 */
function scoreFieldName(field: ImportField, name: string): number {
  const match =
    matchColumnName(field, name) ?? (field === 'phone' ? matchColumnName('whatsapp', name) : undefined);
  if (!match) return 0;
  const isLess = SELLERS.test(toNameWords(name)) || (field === 'date' && !hasAnswerDates(name));
  return (match === 'exact' ? EXACT_NAME_SCORE : 1) - (isLess ? LESS : 0);
}

/** A column of what the buyer wrote, or of a seller, is not classified by its content. */
function saysOtherwise(field: ImportField, name: string): boolean {
  const words = toNameWords(name);
  const isRuled = isRuledOut(field, name) && !(field === 'phone' && matchColumnName('whatsapp', name));
  return isRuled || (field === 'note' && BUYERS_WORDS.test(words)) || SELLERS.test(words);
}

const BUYERS_WORDS =
  /\b(?:mensaje|message|consulta|inquiry|pregunta|comentario (?:del? )?(?:cliente|interesado|comprador)|(?:buyer|customer)s? comment)\b/;
const OWN_SCORE = 3;
const EXACT_NAME_SCORE = 1.2;
const LESS = 0.5;

export function suggestImportColumns(table: Table): ImportColumns {
  const isOwn = isOwnExport(table.columns);
  const score = (field: ImportField, { name, cells }: SampledColumn) => {
    const exported = isOwn ? readExportColumn(name) : undefined;
    if (exported) return EXPORT_FIELDS[exported] === field ? OWN_SCORE : 0;
    const share = getShare(cells, CONTENTS[field]);
    const isBelieved = cells.length === 0 || share > 0 || !RECOGNIZED.has(field);
    const contentScore = share >= MIN_CONTENT_SHARE && !saysOtherwise(field, name) ? share : 0;
    return (isBelieved ? scoreFieldName(field, name) : 0) + contentScore;
  };
  return guessColumns(table, IMPORT_FIELDS, score);
}
