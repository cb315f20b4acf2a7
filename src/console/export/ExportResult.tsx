import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Job } from '#contract/desk/jobs.ts';
import { DifferingRowsAlert, FileFailureAlert, MissingDaysAlert } from '#console/jobs/ExportedFileAlerts.tsx';
import { fileUrl } from '#console/jobs/job-queries.ts';
import { manifestUrl } from '#console/jobs/manifest-url.ts';
import { useFormats } from '#console/ui/use-formats.ts';

interface Props {
  job: Job;
  onRetry: () => void;
  onChangeOptions: () => void;
  onDone: () => void;
}

export function ExportResult({
  job: { id, name, done: rows, file },
  onRetry,
  onChangeOptions,
  onDone,
}: Props) {
  const { t } = useLingui();
  const format = useFormats();
  const count = format.number(rows);
  const missing = file?.missing ?? [];
  const failure = file?.failure ?? null;
  const expected = file?.expected ?? rows;
  const isWhole = failure === null && missing.length === 0 && expected === rows;
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          {isWhole && (
            <Alert severity="success" variant="outlined">
              {rows === 0
                ? t`Ninguna consulta coincide: el archivo tiene solo los encabezados.`
                : t`Están todas las que coinciden.`}
            </Alert>
          )}
          {failure !== null && <FileFailureAlert code={failure} />}
          {failure === null && missing.length > 0 && <MissingDaysAlert missing={missing} />}
          {failure === null && expected !== rows && <DifferingRowsAlert rows={rows} expected={expected} />}
          {failure === null && (
            <Typography>
              {t`${plural(rows, { one: 'Se guardó # consulta', other: `Se guardaron ${count} consultas` })} en:`}
              <br />
              <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        {failure === null && (
          <>
            <Button color="inherit" href={manifestUrl(id)} download>
              <Trans>Guardar la constancia</Trans>
            </Button>
            <Button color="inherit" href={fileUrl(id)} download>
              <Trans>Guardar otra vez</Trans>
            </Button>
          </>
        )}
        <Button color="inherit" onClick={onChangeOptions}>
          <Trans>Cambiar opciones</Trans>
        </Button>
        <Button variant="contained" ref={focusElement} onClick={isWhole ? onDone : onRetry}>
          {isWhole ? <Trans>Listo</Trans> : <Trans>Reintentar</Trans>}
        </Button>
      </DialogActions>
    </>
  );
}

export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
