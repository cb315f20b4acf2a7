import type { AuditChange, AuditEntry, AuditExportResult } from '#contract/desk/audit.ts';
import { isoInZone } from '#contract/window.ts';
import { MISSING_REASONS } from './missing-reasons.ts';

// Formats audit entries for export. Actions, codes and filters are not translated, so that files in both languages have
// the same search terms.

type Locale = 'es' | 'en';

const YES_OR_NO = { es: ['no', 'sí'], en: ['no', 'yes'] } as const;

const OUTCOME_TEXTS: Record<Locale, Record<AuditEntry['outcome'], string>> = {
  es: {
    done: 'Hecho',
    partial: 'Parcial',
    cancelled: 'Cancelado',
    refused: 'Rechazado',
    failed: 'Falló',
    unknown: 'No se sabe',
  },
  en: {
    done: 'Done',
    partial: 'Partial',
    cancelled: 'Cancelled',
    refused: 'Refused',
    failed: 'Failed',
    unknown: 'Unknown',
  },
};

interface CellFormat {
  locale: Locale;
  timeZone: string;
}

type Cell = string | number | null | undefined;

/** Columns: their headers in Spanish and English, and the cell of an entry. */
const COLUMNS: readonly [es: string, en: string, (entry: AuditEntry, format: CellFormat) => Cell][] = [
  ['Momento', 'Time', ({ at }, { timeZone }) => isoInZone(at, timeZone)],
  ['Persona', 'Person', ({ person }) => person?.mail],
  ['Rol', 'Role', ({ person }) => person?.role],
  ['Desde', 'From', ({ address }) => address],
  ['Acción', 'Action', ({ action }) => action],
  ['Agencia', 'Agency', ({ agency, request }) => agency ?? request?.agencies?.join(' ')],
  ['Sobre', 'About', ({ target }) => target],
  ['Resultado', 'Outcome', ({ outcome }, { locale }) => OUTCOME_TEXTS[locale][outcome]],
  ['Estado', 'Status', ({ status }) => status],
  ['Código', 'Code', ({ code }) => code],
  ['Primer día', 'First day', ({ request }) => request?.from],
  ['Último día', 'Last day', ({ request }) => request?.to],
  ['Vista', 'View', ({ request }) => request?.view],
  ['Filtros', 'Filters', ({ request }) => request?.filters.join(' ')],
  ['Filas', 'Rows', ({ result }) => result?.rows],
  ['Falta', 'Missing', ({ result }, { locale }) => result && formatMissing(result, locale)],
  ['Formato', 'Format', ({ request }) => request?.format],
  [
    'Enmascarado',
    'Masked',
    ({ request }, { locale }) =>
      typeof request?.masked === 'boolean' ? YES_OR_NO[locale][request.masked ? 1 : 0] : null,
  ],
  ['Para qué', 'Purpose', ({ request }) => request?.purpose],
  ['Cambios', 'Changes', ({ changes }) => changes?.map(formatChange).join('; ')],
  ['Token', 'Token', ({ tokenId }) => tokenId],
];

export function getHeaderRow(locale: Locale): readonly string[] {
  return COLUMNS.map(([es, en]) => (locale === 'es' ? es : en));
}

/** Last line of an export that a server shutdown interrupted. */
export function getBrokenNote(locale: Locale): string {
  return locale === 'es'
    ? 'CORTADO: Vitrina se detuvo antes del final; falta lo más antiguo'
    : 'BROKEN OFF: Vitrina stopped before the end; the oldest is missing';
}

/** Cells in the order of `getHeaderRow`. */
export function formatCells(entry: AuditEntry, format: CellFormat): (string | number | null)[] {
  return COLUMNS.map(([, , toCell]) => toCell(entry, format) ?? null);
}

/** A value that is not recorded is left out. */
function formatChange({ field, from, to }: AuditChange): string {
  const values = [from, to].map((value) => (value === undefined ? '?' : (value ?? '-')));
  return from === undefined && to === undefined ? field : `${field}: ${values.join(' → ')}`;
}

function formatMissing({ missing, moreMissing }: AuditExportResult, locale: Locale): string {
  const [to, more] = locale === 'es' ? (['al', 'más'] as const) : (['to', 'more'] as const);
  const parts = missing.map(
    ({ agencia, desde, hasta, reason }) =>
      `${agencia ? `${agencia}: ` : ''}${desde === hasta ? desde : `${desde} ${to} ${hasta}`}: ${MISSING_REASONS[locale][reason]}`,
  );
  return [...parts, ...(moreMissing > 0 ? [`${moreMissing} ${more}`] : [])].join('. ');
}
