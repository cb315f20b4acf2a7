import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { MissingDays } from '#contract/desk/missing-days.ts';
import { lookUp } from '#contract/look-up.ts';
import { useDayRange, useFormats } from '#console/ui/use-formats.ts';
import { useRowReason } from './row-reason.ts';

export function FileFailureAlert({ code }: { code: string }) {
  const { t } = useLingui();
  const getReason = useRowReason();
  const reasons = {
    forbidden: t`Tu cuenta ya no puede exportar estos datos`,
    'foreign-agency': t`Ya no ves todas las consultas que pediste`,
    'export-too-large': t`Es demasiado grande: acotá las fechas o los filtros, y exportá por partes`,
    'changed-meanwhile': t`Mientras tanto se borraron los datos de un comprador: pedila de nuevo`,
  };
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>
        <Trans>La exportación se cortó: no hay archivo</Trans>
      </AlertTitle>
      {lookUp<string>(reasons, code) ?? getReason(code)}.
    </Alert>
  );
}

/** Says that a file has another number of inquiries than matched when it was begun. */
export function DifferingRowsAlert({ rows, expected }: { rows: number; expected: number }) {
  const format = useFormats();
  const [count, matching] = [format.number(rows), format.number(expected)];
  return (
    <Alert severity="warning" variant="outlined">
      <Trans>
        Al empezar coincidían {matching} consultas, y el archivo tiene {count}: cambiaron mientras se hacía.
      </Trans>
    </Alert>
  );
}

export function MissingDaysAlert({ missing }: { missing: readonly MissingDays[] }) {
  const { t } = useLingui();
  const formatDays = useDayRange();
  const reasons: Record<MissingDays['reason'], string> = {
    stale: t`el servicio no respondió`,
    filling: t`todavía se están leyendo`,
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
