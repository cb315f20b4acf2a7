import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MissingDays } from '#contract/desk/export.ts';
import { Failure } from '#console/api/failure.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { focusElement } from './focus-element.ts';
import { useDayRange } from './use-day-range.ts';
import type { ExportedFile } from './use-export-job.ts';

interface Props {
  file: ExportedFile;
  onRetry: () => void;
  onChangeOptions: () => void;
  onDone: () => void;
}

export function ExportResult({ file, onRetry, onChangeOptions, onDone }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { name, url, rows, missing } = file;
  const count = format.number(rows);
  const isComplete = missing.length === 0;
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          {isComplete ? (
            <Alert severity="success" variant="outlined">
              {rows === 0
                ? t`Ninguna consulta coincide: el archivo tiene solo los encabezados.`
                : t`Están todas las que coinciden.`}
            </Alert>
          ) : (
            <MissingDaysAlert missing={missing} />
          )}
          <Typography>
            {t`${plural(rows, { one: 'Se guardó # consulta', other: `Se guardaron ${count} consultas` })} en:`}
            <br />
            <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" component="a" href={url} download={name}>
          <Trans>Guardar otra vez</Trans>
        </Button>
        <Button color="inherit" onClick={onChangeOptions}>
          <Trans>Cambiar opciones</Trans>
        </Button>
        <Button variant="contained" ref={focusElement} onClick={isComplete ? onDone : onRetry}>
          {isComplete ? <Trans>Listo</Trans> : <Trans>Reintentar</Trans>}
        </Button>
      </DialogActions>
    </>
  );
}

function MissingDaysAlert({ missing }: { missing: readonly MissingDays[] }) {
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

interface FailureProps extends Pick<Props, 'onRetry' | 'onChangeOptions'> {
  error: Error;
}

export function ExportFailure({ error, onRetry, onChangeOptions }: FailureProps) {
  const { t } = useLingui();
  const { what, advice } = useFailureMessage(error);
  // The gateway allows one export a session.
  const isOtherRunning = error instanceof Failure && error.status === 429;
  return (
    <>
      <DialogContent>
        <Alert severity="error" variant="outlined">
          <AlertTitle>
            {isOtherRunning
              ? t`Ya hay una exportación en curso`
              : t`La exportación se cortó: no se guardó nada`}
          </AlertTitle>
          {isOtherRunning
            ? t`Cada sesión hace una a la vez: esperá a que termine o cancelala en la otra pestaña, y reintentá.`
            : `${what}. ${advice}`}
        </Alert>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" onClick={onChangeOptions}>
          <Trans>Cambiar opciones</Trans>
        </Button>
        <Button variant="contained" ref={focusElement} onClick={onRetry}>
          <Trans>Reintentar</Trans>
        </Button>
      </DialogActions>
    </>
  );
}
