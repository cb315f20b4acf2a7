import { Trans } from '@lingui/react/macro';
import { useForkRef } from '@mui/material/utils';
import { type ReactNode, type Ref, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type FailureMessage, useFailureMessage } from '#console/api/failure-message.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import css from './FollowUpSection.module.css';

interface Props {
  ref?: Ref<HTMLDivElement>;
  error: Error;
  title: ReactNode;
  message?: FailureMessage | undefined;
  onRetry?: (() => unknown) | undefined;
  /** Called when the alert disappears with the focus in it, also by a retry that nobody pressed. */
  moveFocus?: (() => void) | undefined;
  children?: ReactNode;
}

export function FollowUpFailure(props: Props) {
  const { ref, error, title, message, onRetry, moveFocus = focusInquiry, children } = props;
  const failureMessage = useFailureMessage(error);
  const { what, advice } = message ?? failureMessage;
  const alert = useRef<HTMLDivElement>(null);
  const keepFocus = useEffectEvent(() => {
    if (alert.current?.contains(document.activeElement)) moveFocus();
  });
  // The cleanup of a layout effect runs before the elements are removed.
  useLayoutEffect(() => () => keepFocus(), []);
  return (
    <div className={css.failure} role="alert" ref={useForkRef(alert, ref)}>
      <p>
        <strong>{title}</strong> {what}. {advice}
      </p>
      <div className={css.row}>
        {onRetry && (
          <button type="button" className="button" onClick={() => onRetry()}>
            <Trans>Reintentar</Trans>
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
