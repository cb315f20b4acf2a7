import type { AuditEntry, AuditExportResult } from '#contract/desk/audit.ts';
import { isoInZone } from '#contract/window.ts';
import { MISSING_REASONS } from './missing-reasons.ts';

// Formats audit entries for export. Actions, codes and filters are not translated, so that files in both languages have
// the same search terms.

type Locale = 'es' | 'en';

const HEADER_ROWS: Record<Locale, readonly string[]> = {
  es: [
    'Momento',
    'Persona',
    'Rol',
    'Desde',
    'Acción',
    'Agencia',
    'Sobre',
    'Resultado',
    'Estado',
    'Código',
    'Primer día',
    'Último día',
    'Vista',
    'Filtros',
    'Filas',
    'Falta',
    'Formato',
    'Enmascarado',
  ],
  en: [
    'Time',
    'Person',
    'Role',
    'From',
    'Action',
    'Agency',
    'About',
    'Outcome',
    'Status',
    'Code',
    'First day',
    'Last day',
    'View',
    'Filters',
    'Rows',
    'Missing',
    'Format',
    'Masked',
  ],
};

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

export function getHeaderRow(locale: Locale): readonly string[] {
  return HEADER_ROWS[locale];
}

/** Last line of an export that a server shutdown interrupted. */
export function getBrokenNote(locale: Locale): string {
  return locale === 'es'
    ? 'CORTADO: Vitrina se detuvo antes del final; falta lo más antiguo'
    : 'BROKEN OFF: Vitrina stopped before the end; the oldest is missing';
}

/** Cells in the order of `getHeaderRow`. */
export function formatCells(entry: AuditEntry, timeZone: string, locale: Locale): (string | number | null)[] {
  const { at, person, address, action, agency, target, outcome, status, code, request, result } = entry;
  return [
    isoInZone(at, timeZone),
    person?.mail ?? null,
    person?.role ?? null,
    address,
    action,
    agency ?? request?.agencies?.join(' ') ?? null,
    target,
    OUTCOME_TEXTS[locale][outcome],
    status,
    code,
    request?.from ?? null,
    request?.to ?? null,
    request?.view ?? null,
    request?.filters.join(' ') ?? null,
    result?.rows ?? null,
    result ? formatMissing(result, locale) : null,
    request?.format ?? null,
    typeof request?.masked !== 'boolean' ? null : YES_OR_NO[locale][request.masked ? 1 : 0],
  ];
}

function formatMissing({ missing, moreMissing }: AuditExportResult, locale: Locale): string {
  const [to, more] = locale === 'es' ? (['al', 'más'] as const) : (['to', 'more'] as const);
  const parts = missing.map(
    ({ agencia, desde, hasta, reason }) =>
      `${agencia ? `${agencia}: ` : ''}${desde === hasta ? desde : `${desde} ${to} ${hasta}`}: ${MISSING_REASONS[locale][reason]}`,
  );
  return [...parts, ...(moreMissing > 0 ? [`${moreMissing} ${more}`] : [])].join('. ');
}
