import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { MissingDays } from '#contract/desk/missing-days.ts';
import { useDayRange } from '#console/ui/use-day-range.ts';

export function MissingDaysAlert({ missing }: { missing: readonly MissingDays[] }) {
  const { t } = useLingui();
  const formatDays = useDayRange();
  const reasons: Record<MissingDays['reason'], string> = {
    stale: t`el servicio no respondió`,
    filling: t`todavía se están leyendo`,
    failed: t`el servicio no las dio`,
    stopped: t`Vitrina se detuvo; pedilas de nuevo`,
    'too-many': t`en un día hay más de las 99 páginas que el servicio muestra; acotá con filtros`,
  };
  return (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>
        <Trans>Pueden faltar consultas:</Trans>
      </AlertTitle>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {missing.map(({ agencia, desde, hasta, reason }) => (
          <li key={`${agencia} ${desde} ${hasta} ${reason}`}>
            {agencia && (
              <>
                <bdi>{agencia}</bdi>,{' '}
              </>
            )}
            {formatDays(desde, hasta)}: {reasons[reason]}.
          </li>
        ))}
      </ul>
    </Alert>
  );
}
