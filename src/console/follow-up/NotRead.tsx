import { Trans } from '@lingui/react/macro';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { focusOnWork } from './focus.ts';
import css from './FollowUpSection.module.css';

/** Says that a part of the card could not be read, and asks again in place. */
export function NotRead({ error, what, onRetry }: { error: Error; what: string; onRetry: () => void }) {
  const { what: why, advice } = useFailureMessage(error);
  return (
    <div className={css.failed} role="alert">
      <p>
        <strong>{what}</strong> {why}. {advice}
      </p>
      <div className={css.row}>
        <button
          type="button"
          className="button"
          onClick={() => {
            // The button goes.
            focusOnWork();
            onRetry();
          }}
        >
          <Trans>Reintentar</Trans>
        </button>
      </div>
    </div>
  );
}
