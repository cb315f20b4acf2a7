import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { type FailureMessage, useFailureMessage } from '#console/api/failure-message.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import css from './FollowUpSection.module.css';

interface Props {
  ref?: Ref<HTMLDivElement>;
  error: Error;
  title: ReactNode;
  message?: FailureMessage | undefined;
  onRetry?: (() => unknown) | undefined;
  /** Called before a retry: the button disappears, and the focus must go elsewhere. */
  moveFocus?: () => void;
  children?: ReactNode;
}

export function FollowUpFailure(props: Props) {
  const { ref, error, title, message, onRetry, moveFocus = focusInquiry, children } = props;
  const failureMessage = useFailureMessage(error);
  const { what, advice } = message ?? failureMessage;
  return (
    <div className={css.failure} role="alert" ref={ref}>
      <p>
        <strong>{title}</strong> {what}. {advice}
      </p>
      <div className={css.row}>
        {onRetry && (
          <button
            type="button"
            className="button"
            onClick={() => {
              moveFocus();
              onRetry();
            }}
          >
            <Trans>Reintentar</Trans>
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
