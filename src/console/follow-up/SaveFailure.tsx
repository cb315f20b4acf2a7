import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FailureMessage } from '#console/api/failure-message.ts';
import { scrollIntoView } from '#console/ui/scroll-into-view.ts';
import { FollowUpFailure } from './FollowUpFailure.tsx';
import type { usePendingChanges } from './use-pending-changes.ts';

interface Props {
  changes: Pick<ReturnType<typeof usePendingChanges>, 'failure' | 'discard'> & { retry: () => unknown };
  title?: string;
  /** Of the change, if the control next to it does not show it. */
  description?: string | undefined;
  message?: FailureMessage | undefined;
  canRetry?: boolean;
  discardLabel?: string;
  moveFocus?: (() => void) | undefined;
  children?: ReactNode;
}

export function SaveFailure({ changes, canRetry = true, moveFocus, ...props }: Props) {
  const { description, discardLabel } = props;
  if (!changes.failure) return null;
  const title = description ? <Trans>No se guardó: {description}.</Trans> : <Trans>No se guardó.</Trans>;
  return (
    <FollowUpFailure
      ref={scrollIntoView}
      error={changes.failure}
      title={props.title ?? title}
      message={props.message}
      onRetry={canRetry ? changes.retry : undefined}
      moveFocus={moveFocus}
    >
      {discardLabel && (
        <button type="button" className="button quiet" onClick={changes.discard}>
          {discardLabel}
        </button>
      )}
      {props.children}
    </FollowUpFailure>
  );
}
