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
import { focus } from './focus.ts';
import { useDayRange } from './use-day-range.ts';
import type { ExportRun, ExportedFile } from './use-export-run.ts';

interface Props {
  run: Exclude<ExportRun, { state: 'going' }>;
  onAgain: () => void;
  onOptions: () => void;
  onDone: () => void;
}

/** The file, whole or with what is missing of it; or why there is none. */
export function ExportResult({ run, onAgain, onOptions, onDone }: Props) {
  const whole = run.state === 'ended' && run.file.missing.length === 0;
  return (
    <>
      <DialogContent>
        {run.state === 'ended' ? <Saved file={run.file} /> : <Broken error={run.error} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        {run.state === 'ended' && (
          <Button color="inherit" component="a" href={run.file.url} download={run.file.name}>
            <Trans>Guardar otra vez</Trans>
          </Button>
        )}
        <Button color="inherit" onClick={onOptions}>
          <Trans>Cambiar opciones</Trans>
        </Button>
        {whole ? (
          <Button variant="contained" ref={focus} onClick={onDone}>
            <Trans>Listo</Trans>
          </Button>
        ) : (
          <Button variant="contained" ref={focus} onClick={onAgain}>
            <Trans>Reintentar</Trans>
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function Saved({ file }: { file: ExportedFile }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { name, rows, missing } = file;
  const count = format.number(rows);
  return (
    <Stack spacing={2}>
      {missing.length > 0 && <Missing missing={missing} />}
      {missing.length === 0 && (
        <Alert severity="success" variant="outlined">
          {rows === 0
            ? t`Ninguna consulta coincide: el archivo tiene solo los encabezados.`
            : t`Están todas las que coinciden.`}
        </Alert>
      )}
      <Typography>
        {t`${plural(rows, { one: 'Se guardó # consulta', other: `Se guardaron ${count} consultas` })} en:`}
        <br />
        <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>
      </Typography>
    </Stack>
  );
}

function Missing({ missing }: { missing: readonly MissingDays[] }) {
  const { t } = useLingui();
  const days = useDayRange();
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
            {days(desde, hasta)}: {reasons[reason]}.
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Broken({ error }: { error: Error }) {
  const { t } = useLingui();
  const { what, advice } = useFailureMessage(error);
  const refusal = error instanceof Failure ? error : undefined;
  const nothing = t`La exportación se cortó: no se guardó nada`;
  const [title, sentence] =
    refusal?.status === 429
      ? [
          t`Ya hay una exportación en curso`,
          t`Cada sesión hace una a la vez: esperá a que termine o cancelala en la otra pestaña, y reintentá.`,
        ]
      : [nothing, `${what}. ${advice}`];
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>{title}</AlertTitle>
      {sentence}
    </Alert>
  );
}
