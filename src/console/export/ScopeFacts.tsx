import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { NarrowingName } from '#contract/inbox-filter-names.ts';
import { useFacetText, useViewText } from '#console/inquiries/filter-text.ts';
import { useSession } from '#console/session/session.ts';
import { useDayRange } from '#console/ui/use-day-range.ts';
import type { ExportScope } from './export-body.ts';

export function ScopeFacts({ scope }: { scope: ExportScope }) {
  const { t } = useLingui();
  const { timeZone, ownInquiriesIn } = useSession();
  const formatDays = useDayRange();
  const { name: viewName } = useViewText();
  const filters = useFilterFacts(scope.narrowing);
  const { agencias, view, desde, hasta, operador, externalid } = scope;
  const isLimited = agencias
    ? agencias.some((mail) => ownInquiriesIn.includes(mail.toLowerCase()))
    : ownInquiriesIn.length > 0;
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const period =
    desde && hasta
      ? formatDays(desde, hasta)
      : desde
        ? `${formatDays(desde, desde)} – …`
        : hasta
          ? `… – ${formatDays(hasta, hasta)}`
          : undefined;
  const facts: [name: string, value: string][] = [
    [t`Agencia`, agencias?.join(', ') ?? t`Todas mis agencias`],
    [t`Período`, period ? t`${period} (hora de ${place})` : t`Sin límite`],
    ...(view ? [[t({ context: 'view', message: 'Vista' }), viewName[view]] satisfies [string, string]] : []),
    ...(isLimited ? [[t`Solo`, t`las que te corresponden`] satisfies [string, string]] : []),
    ...(operador ? [[t`Operador`, operador] satisfies [string, string]] : []),
    ...(externalid ? [[t`Publicación`, externalid] satisfies [string, string]] : []),
    ...filters,
    [t`Orden`, t`Como en la lista`],
  ];
  return (
    <div>
      <Box component="dl" aria-label={t`Qué se exporta`} sx={{ display: 'grid', gap: 0.5 }}>
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'grid', gridTemplateColumns: '96px 1fr', gap: 1.5 }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        <Trans>Se exporta todo lo que coincide, también las páginas que no están en la pantalla.</Trans>
      </Typography>
    </div>
  );
}

function useFilterFacts(narrowing: ExportScope['narrowing']): [name: string, value: string][] {
  const { t } = useLingui();
  const { name: names, followUpState: standing } = useFacetText();
  return (Object.entries(narrowing) as [NarrowingName, string][]).map(([name, value]) => {
    const shown = name === 'buscar' ? `«${value}»` : name === 'seguimiento' ? standing(value) : value;
    return [names[name], value === 'si' ? t`Sí` : shown];
  });
}
