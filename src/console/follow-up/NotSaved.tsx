import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type FailureMessage, useFailureMessage } from '#console/api/failure-message.ts';
import css from './FollowUpSection.module.css';
import { intoView } from './into-view.ts';

interface Props {
  error: Error;
  /** What was not saved, where that cannot be seen beside it. */
  of?: string | undefined;
  /** What it means here, where that is known better. */
  meaning?: FailureMessage | undefined;
  onRetry?: (() => unknown) | undefined;
  children?: ReactNode;
}

/** Says beside what could not be saved that it was not, and why; nothing of it is lost. */
export function NotSaved({ error, of: unsaved, meaning, onRetry, children }: Props) {
  const sentence = useFailureMessage(error);
  const { what, advice } = meaning ?? sentence;
  return (
    <div className={css.failed} role="alert" ref={intoView}>
      <p>
        <strong>{unsaved ? <Trans>No se guardó: {unsaved}.</Trans> : <Trans>No se guardó.</Trans>}</strong>{' '}
        {what}. {advice}
      </p>
      <div className={css.row}>
        {onRetry && (
          <button type="button" className="button" onClick={() => void onRetry()}>
            <Trans>Reintentar</Trans>
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
