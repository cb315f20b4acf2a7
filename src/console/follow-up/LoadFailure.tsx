import { Trans } from '@lingui/react/macro';
import { useFailureSentence } from '#console/api/failure-sentence.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import css from './FollowUpSection.module.css';

/** A part of the follow-up that failed to load, with a retry. */
export function LoadFailure({ error, title, onRetry }: { error: Error; title: string; onRetry: () => void }) {
  const { what, advice } = useFailureSentence(error);
  return (
    <div className={css.failure} role="alert">
      <p>
        <strong>{title}</strong> {what}. {advice}
      </p>
      <div className={css.row}>
        <button
          type="button"
          className="button"
          onClick={() => {
            // The button disappears.
            focusInquiry();
            onRetry();
          }}
        >
          <Trans>Reintentar</Trans>
        </button>
      </div>
    </div>
  );
}
