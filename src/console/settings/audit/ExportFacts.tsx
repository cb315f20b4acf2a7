import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AuditEntry, AuditExportResult } from '#contract/desk/audit.ts';
import { lookUp } from '#contract/look-up.ts';
import type { MissingDays } from '#contract/desk/export.ts';
import { isBuiltInView } from '#contract/queue-names.ts';
import { useDayRange } from '#console/export/use-day-range.ts';
import { useFacetText } from '#console/inquiries/facet-text.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { useViewText } from '#console/inquiries/view-text.ts';

/** How many rows an export gave, beside its outcome. */
export function GivenRows({ given, outcome }: { given: AuditExportResult; outcome: AuditEntry['outcome'] }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const count = format.number(given.rows);
  const rows = t`${plural(given.rows, { one: '# fila', other: `${count} filas` })}`;
  return outcome === 'done' || outcome === 'partial' ? rows : t`hasta ahí, ${rows}; sin archivo`;
}

interface Fact {
  head: string;
  value: string | undefined;
}

/** What an export was asked for and what is missing of it, in words; of anything else none. */
export function useExportFacts(): (entry: AuditEntry) => Fact[] {
  const { t } = useLingui();
  const days = useDayRange();
  const { name: view } = useViewText();
  const { name: narrowing } = useFacetText();
  const filters = {
    ...narrowing,
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

  function period({ from, to }: { from: string | null; to: string | null }): string {
    if (from !== null && to !== null) return days(from, to);
    if (from !== null) return `${days(from, from)} – …`;
    return to === null ? t`Sin límite` : `… – ${days(to, to)}`;
  }

  function lacking({ missing, moreMissing }: AuditExportResult): string | undefined {
    const parts = missing.map(({ agencia, desde, hasta, reason }) =>
      [agencia, days(desde, hasta), reasons[reason]].filter(Boolean).join(': '),
    );
    if (moreMissing > 0)
      parts.push(t`${plural(moreMissing, { one: 'y # parte más', other: 'y # partes más' })}`);
    return parts.join('; ') || undefined;
  }

  return ({ asked, given }) => {
    if (!asked) return [];
    const names = asked.filters.map((name) => lookUp(filters, name) ?? name).join(', ');
    return [
      { head: t`Agencias`, value: asked.agencies?.join(', ') },
      { head: t`Período`, value: period(asked) },
      {
        head: t({ context: 'view', message: 'Vista' }),
        value: asked.view && isBuiltInView(asked.view) ? view[asked.view] : undefined,
      },
      { head: t`Filtros`, value: names || t`ninguno` },
      { head: t`Falta`, value: given ? lacking(given) : undefined },
    ];
  };
}
