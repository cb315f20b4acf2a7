import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Failure } from '#console/api/failure.ts';
import { type FailureMeanings, useFailureMessage } from '#console/api/failure-message.ts';
import { CopyButton } from './CopyButton.tsx';
import { ReloadButton } from './FailureNotice.tsx';
import css from './FailurePanel.module.css';

/** This is `FailureAlert` in plain elements, for the inbox. */
export function FailurePanel({
  error,
  onRetry,
  meanings,
  heading: Heading = 'h2',
  children,
}: {
  error: Error;
  onRetry?: () => void;
  meanings?: FailureMeanings;
  heading?: 'h1' | 'h2';
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const { what, advice } = useFailureMessage(error, meanings);
  return (
    <div className={css.panel} role="alert">
      <Heading>{what}</Heading>
      <p>{advice}</p>
      {error instanceof Failure && error.detail && !error.code && (
        <p lang="es">
          <Trans>El servicio dice:</Trans> «{error.detail}»
        </p>
      )}
      <div className="wrapped-row">
        {onRetry && !isNotFound(error) && (
          <button type="button" className="button strong" onClick={onRetry}>
            <Trans>Reintentar</Trans>
          </button>
        )}
        <ReloadButton error={error} />
        {children}
      </div>
      <details className={css.technical}>
        <summary>
          <Trans>Detalle técnico</Trans>
        </summary>
        <pre>{technicalDetails(error)}</pre>
        <CopyButton text={technicalDetails(error)} label={t`Copiar`}>
          {t`Copiar`}
        </CopyButton>
      </details>
    </div>
  );
}

export const isNotFound = (error: Error) => error instanceof Failure && error.isNotFound;

export function technicalDetails(error: Error): string {
  if (!(error instanceof Failure)) return `${error.name}: ${error.message}`;
  return [
    error.request,
    [error.status ? `HTTP ${error.status}` : error.kind, error.code].filter(Boolean).join(' · '),
    ...error.fields.map((field) => `— ${field}`),
    ...Object.entries(error.errors).map(([name, sentences]) => `${name}: ${sentences.join('; ')}`),
    error.detail ?? '',
    error.requestId ? `X-Request-Id: ${error.requestId}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}
