import type { AuditEntry, AuditExportResult } from '#contract/desk/audit.ts';
import { isoInZone } from '#contract/window.ts';
import { MISSING_REASONS } from './missing.ts';

// An entry as a line of a file. Actions, codes and filters stay as they are called, so that files of both languages can
// be searched for the same.

type Locale = 'es' | 'en';

const HEADS: Record<Locale, readonly string[]> = {
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
  ],
};

const OUTCOMES: Record<Locale, Record<AuditEntry['outcome'], string>> = {
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

export function headsOf(locale: Locale): readonly string[] {
  return HEADS[locale];
}

/** The last line of an export that a stop broke off. */
export function brokenNote(locale: Locale): string {
  return locale === 'es'
    ? 'CORTADO: Vitrina se detuvo antes del final; falta lo más antiguo'
    : 'BROKEN OFF: Vitrina stopped before the end; the oldest is missing';
}

/** In the order of the heads. */
export function cellsOf(entry: AuditEntry, timeZone: string, locale: Locale): (string | number | null)[] {
  const { at, person, address, action, agency, target, outcome, status, code, asked, given } = entry;
  return [
    isoInZone(at, timeZone),
    person?.mail ?? null,
    person?.role ?? null,
    address,
    action,
    agency ?? asked?.agencies?.join(' ') ?? null,
    target,
    OUTCOMES[locale][outcome],
    status,
    code,
    asked?.from ?? null,
    asked?.to ?? null,
    asked?.view ?? null,
    asked?.filters.join(' ') ?? null,
    given?.rows ?? null,
    given ? missingOf(given, locale) : null,
  ];
}

function missingOf({ missing, moreMissing }: AuditExportResult, locale: Locale): string {
  const [to, more] = locale === 'es' ? (['al', 'más'] as const) : (['to', 'more'] as const);
  const parts = missing.map(
    ({ agencia, desde, hasta, reason }) =>
      `${agencia ? `${agencia}: ` : ''}${desde === hasta ? desde : `${desde} ${to} ${hasta}`}: ${MISSING_REASONS[locale][reason]}`,
  );
  return [...parts, ...(moreMissing > 0 ? [`${moreMissing} ${more}`] : [])].join('. ');
}
