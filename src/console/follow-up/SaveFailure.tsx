import { Trans } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { scrollIntoView } from '#console/ui/scroll-into-view.ts';
import { FailureAlert } from './FailureAlert.tsx';
import type { usePendingChanges } from './use-pending-changes.ts';

interface Props extends Partial<
  Pick<ComponentProps<typeof FailureAlert>, 'title' | 'sentence' | 'moveFocus' | 'children'>
> {
  changes: Pick<ReturnType<typeof usePendingChanges>, 'failure'> & { retry: () => unknown };
  /** The change that was not saved, if the control next to it does not show it. */
  description?: string | undefined;
  canRetry?: boolean;
}

/** A change that could not be saved, if there is one. */
export function SaveFailure({ changes, description, canRetry = true, ...props }: Props) {
  const { failure, retry } = changes;
  if (!failure) return null;
  const title = description ? <Trans>No se guardó: {description}.</Trans> : <Trans>No se guardó.</Trans>;
  return (
    // oxlint-disable-next-line react/jsx-props-no-spreading -- shared props
    <FailureAlert
      ref={scrollIntoView}
      title={title}
      error={failure}
      onRetry={canRetry ? retry : undefined}
      {...props}
    />
  );
}
