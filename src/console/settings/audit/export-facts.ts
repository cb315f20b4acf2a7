import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AuditEntry, AuditExportResult } from '#contract/desk/audit.ts';
import { lookUp } from '#contract/look-up.ts';
import type { MissingDays } from '#contract/desk/missing-days.ts';
import { isBuiltInView } from '#contract/inbox-filter-names.ts';
import { useFacetText, useViewText } from '#console/inquiries/filter-text.ts';
import { useDayRange } from '#console/ui/use-day-range.ts';

interface Fact {
  name: string;
  value: string | undefined;
  canCopy?: boolean;
}

export function useExportFacts({ request, result }: AuditEntry): Fact[] {
  const { t } = useLingui();
  const formatDays = useDayRange();
  const { name: viewNames } = useViewText();
  const { name: narrowingNames } = useFacetText();
  const filterNames = {
    ...narrowingNames,
    operador: t`Operador`,
    externalid: t`Publicación`,
    person: t`Correo de la persona`,
    action: t`Acción`,
    agency: t`Agencia`,
    outcome: t`Resultado`,
  };
  const reasons: Record<MissingDays['reason'], string> = {
    stale: t`el servicio no respondió`,
    filling: t`todavía se estaban leyendo`,
    failed: t`el servicio no las dio`,
    stopped: t`Vitrina se detuvo`,
    'too-many': t`hay más de lo que el servicio muestra`,
  };

  function formatPeriod({ from, to }: { from: string | null; to: string | null }): string {
    if (from !== null && to !== null) return formatDays(from, to);
    if (from !== null) return `${formatDays(from, from)} – …`;
    return to === null ? t`Sin límite` : `… – ${formatDays(to, to)}`;
  }

  function formatMissing({ missing, moreMissing }: AuditExportResult): string | undefined {
    const parts = missing.map(({ agencia, desde, hasta, reason }) =>
      [agencia, formatDays(desde, hasta), reasons[reason]].filter(Boolean).join(': '),
    );
    if (moreMissing > 0)
      parts.push(t`${plural(moreMissing, { one: 'y # parte más', other: 'y # partes más' })}`);
    return parts.join('; ') || undefined;
  }

  if (!request) return [];
  const { agencies, view, filters, format, masked } = request;
  return [
    { name: t`Agencias`, value: agencies?.join(', ') },
    { name: t`Período`, value: formatPeriod(request) },
    {
      name: t({ context: 'view', message: 'Vista' }),
      value: view && isBuiltInView(view) ? viewNames[view] : undefined,
    },
    {
      name: t`Filtros`,
      value: filters.map((filter) => lookUp(filterNames, filter) ?? filter).join(', ') || t`ninguno`,
    },
    { name: t`Formato`, value: format?.toUpperCase() },
    {
      name: t`Datos de contacto`,
      value: masked === undefined ? undefined : masked ? t`Enmascarados` : t`Completos`,
    },
    { name: t`Falta`, value: result ? formatMissing(result) : undefined },
  ];
}
