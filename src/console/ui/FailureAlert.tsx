import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Failure } from '#console/api/failure.ts';
import { type FailureMeanings, useFailureMessage } from '#console/api/failure-message.ts';
import { CopyButton } from './CopyButton.tsx';
import { ReloadButton } from './FailureNotice.tsx';
import { isNotFound, technicalDetails } from './FailurePanel.tsx';

interface Props {
  error: Error;
  onRetry?: () => void;
  /** Names what failed; the general sentence then stands below it. */
  title?: string;
  meanings?: FailureMeanings;
  children?: ReactNode;
}

export function FailureAlert({ error, onRetry, title, meanings, children }: Props) {
  const { t } = useLingui();
  const { what, advice } = useFailureMessage(error, meanings);
  const details = technicalDetails(error);
  return (
    <Alert severity="error" variant="outlined" slotProps={{ message: { sx: { minWidth: 0 } } }}>
      <AlertTitle component="h2">{title ?? what}</AlertTitle>
      <Stack spacing={1.5}>
        <span>{title === undefined ? advice : `${what}. ${advice}`}</span>
        {error instanceof Failure && error.detail && !error.code && (
          <span lang="es">
            <Trans>El servicio dice:</Trans> «{error.detail}»
          </span>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {onRetry && !isNotFound(error) && (
            <Button variant="contained" onClick={onRetry}>
              <Trans>Reintentar</Trans>
            </Button>
          )}
          <ReloadButton error={error} />
          {children}
        </Stack>
        <details>
          <summary>
            <Trans>Detalle técnico</Trans>
          </summary>
          <Typography component="pre" sx={{ fontFamily: 'monospace', fontSize: 12, whiteSpace: 'pre-wrap' }}>
            {details}
          </Typography>
          <CopyButton text={details} label={t`Copiar`}>
            {t`Copiar`}
          </CopyButton>
        </details>
      </Stack>
    </Alert>
  );
}
