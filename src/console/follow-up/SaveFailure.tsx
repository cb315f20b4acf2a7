import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FailureMeanings } from '#console/api/failure-message.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { scrollIntoView } from '#console/ui/scroll-into-view.ts';
import type { usePendingChanges } from './change-store.ts';

interface Props {
  changes: Pick<ReturnType<typeof usePendingChanges>, 'failure' | 'discard'> & { retry: () => unknown };
  title?: string;
  description?: string | undefined;
  meanings?: FailureMeanings | undefined;
  canRetry?: boolean;
  discardLabel?: string;
  moveFocus?: (() => void) | undefined;
  children?: ReactNode;
}

export function SaveFailure({ changes, canRetry = true, moveFocus = focusInquiry, ...props }: Props) {
  const { description, discardLabel } = props;
  if (!changes.failure) return null;
  const title = description ? <Trans>No se guardó: {description}.</Trans> : <Trans>No se guardó.</Trans>;
  return (
    <div ref={scrollIntoView}>
      <FailureNotice
        error={changes.failure}
        title={props.title ?? title}
        meanings={props.meanings}
        onRetry={canRetry ? changes.retry : undefined}
        moveFocus={moveFocus}
      >
        {discardLabel && (
          <button type="button" className="button quiet" onClick={changes.discard}>
            {discardLabel}
          </button>
        )}
        {props.children}
      </FailureNotice>
    </div>
  );
}
