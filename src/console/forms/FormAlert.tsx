import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { type ReactNode, useEffect, useRef } from 'react';
import { Failure } from '#console/api/failure.ts';
import type { FailureMeanings } from '#console/api/failure-message.ts';
import { useFormFailureMessage } from './form-failure-message.ts';

interface Props {
  error: Error;
  meanings?: FailureMeanings;
  /** `errors.root` of a form is the service's message about no field; the alert then takes the focus. */
  serviceMessage?: string | undefined;
  focusOnMount?: boolean;
  children?: ReactNode;
}

export function FormAlert({ error, meanings, serviceMessage, focusOnMount = false, children }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  const takesFocus = focusOnMount || serviceMessage !== undefined;
  useEffect(() => {
    if (takesFocus) alert.current?.focus();
  }, [takesFocus]);
  const { what, advice } = useFormFailureMessage(error, meanings);
  const messages =
    error instanceof Failure && !error.code
      ? [error.detail, ...(serviceMessage === undefined ? (error.errors._ ?? []) : [serviceMessage])]
      : [];
  const fromService = messages.filter(Boolean).join(' ');
  return (
    <Alert severity="error" variant="outlined" ref={alert} tabIndex={takesFocus ? -1 : undefined}>
      {what}. {advice}
      {fromService && (
        <p lang="es">
          <Trans>El servicio dice:</Trans> «{fromService}»
        </p>
      )}
      {children}
    </Alert>
  );
}
