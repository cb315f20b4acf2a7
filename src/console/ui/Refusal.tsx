import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { type ReactNode, useEffect, useRef } from 'react';
import { Failure } from '#console/api/failure.ts';
import { type FailureMessage, useFailureMessage } from '#console/api/failure-message.ts';
import css from './Facts.module.css';

interface Props {
  error: Error;
  /** What it means here, where that is known better. */
  meaning?: FailureMessage | undefined;
  /** Of a form: what was said of no input of it. It stands above the inputs and takes the focus, wherever one is. */
  said?: string | undefined;
  children?: ReactNode;
}

/** Why something that was sent did not work, with the words of the service beside ours. */
export function Refusal({ error, meaning, said: ofForm, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const ofWholeForm = ofForm !== undefined;
  useEffect(() => {
    if (ofWholeForm) box.current?.focus();
  }, [ofWholeForm]);
  const sentence = useFailureMessage(error);
  const { what, advice } = meaning ?? sentence;
  const words =
    error instanceof Failure && !error.code
      ? [error.detail, ...(ofWholeForm ? [ofForm] : (error.errors._ ?? []))]
      : [];
  const said = words.filter(Boolean).join(' ');
  return (
    <Alert severity="error" variant="outlined" ref={box} tabIndex={ofWholeForm ? -1 : undefined}>
      {what}. {advice}
      {said && (
        <p className={css.said} lang="es">
          <Trans>El servicio dice:</Trans> «{said}»
        </p>
      )}
      {children}
    </Alert>
  );
}
