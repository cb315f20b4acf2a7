import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type FailureMeanings, useFailureMessage } from '#console/api/failure-message.ts';
import { Failure } from '#console/api/failure.ts';

interface Props {
  error: Error;
  title?: ReactNode;
  meanings?: FailureMeanings | undefined;
  onRetry?: (() => unknown) | undefined;
  /** Called when the notice disappears with the focus in it, also by a retry that nobody pressed. */
  moveFocus?: (() => void) | undefined;
  children?: ReactNode;
}

/** Shows a failure of a part of the page in plain elements, since the first row waits for it. */
export function FailureNotice({ error, title, meanings, onRetry, moveFocus, children }: Props) {
  const { what, advice } = useFailureMessage(error, meanings);
  const notice = useRef<HTMLDivElement>(null);
  const keepFocus = useEffectEvent(() => {
    if (notice.current?.contains(document.activeElement)) moveFocus?.();
  });
  // The cleanup of a layout effect runs before the elements are removed.
  useLayoutEffect(() => () => keepFocus(), []);
  return (
    <div className="failure" role="alert" ref={notice}>
      <p>
        {title && <b>{title}</b>} {what}. {advice}
      </p>
      {onRetry && (
        <button type="button" className="button" onClick={() => onRetry()}>
          <Trans>Reintentar</Trans>
        </button>
      )}
      <ReloadButton error={error} />
      {children}
    </div>
  );
}

export function ReloadButton({ error }: { error: Error }) {
  if (!(error instanceof Failure && error.kind === 'outdated')) return null;
  return (
    <button type="button" className="button strong" onClick={() => location.reload()}>
      <Trans>Actualizar</Trans>
    </button>
  );
}
