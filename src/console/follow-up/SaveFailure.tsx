import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type FailureSentence, useFailureSentence } from '#console/api/failure-sentence.ts';
import { scrollIntoView } from '#console/ui/scroll-into-view.ts';
import css from './FollowUpSection.module.css';
import type { usePendingChanges } from './use-pending-changes.ts';

interface Props {
  changes: Pick<ReturnType<typeof usePendingChanges>, 'failure' | 'isPending'> & { retry: () => unknown };
  title?: string;
  /** The change that was not saved, if the control next to it does not show it. */
  description?: string | undefined;
  sentence?: FailureSentence | undefined;
  canRetry?: boolean;
  /** Called before a retry: the button disappears, and the focus must go elsewhere. */
  moveFocus: () => void;
  /** More buttons. */
  children?: ReactNode;
}

/** A change that could not be saved, with a retry. */
export function SaveFailure({ changes, canRetry = true, children, ...props }: Props) {
  return changes.failure ? (
    <FailureAlert {...props} error={changes.failure}>
      {canRetry && (
        <button
          type="button"
          className="button"
          aria-busy={changes.isPending}
          onClick={() => {
            props.moveFocus();
            void changes.retry();
          }}
        >
          <Trans>Reintentar</Trans>
        </button>
      )}
      {children}
    </FailureAlert>
  ) : null;
}

function FailureAlert({
  error,
  title,
  description,
  sentence,
  children,
}: Pick<Props, 'title' | 'description' | 'sentence' | 'children'> & { error: Error }) {
  const failureSentence = useFailureSentence(error);
  const { what, advice } = sentence ?? failureSentence;
  return (
    <div className={css.failure} role="alert" ref={scrollIntoView}>
      <p>
        <strong>
          {title ??
            (description ? <Trans>No se guardó: {description}.</Trans> : <Trans>No se guardó.</Trans>)}
        </strong>{' '}
        {what}. {advice}
      </p>
      <div className={css.row}>{children}</div>
    </div>
  );
}
