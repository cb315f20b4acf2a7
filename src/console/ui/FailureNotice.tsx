import { Trans } from '@lingui/react/macro';
import { useFailureMessage } from '#console/api/failure-message.ts';
import css from './notices.module.css';
import { ReloadButton } from './ReloadButton.tsx';

export function FailureNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { what, advice } = useFailureMessage(error);
  return (
    <div className={css.failure} role="alert">
      <p>
        {what}. {advice}
      </p>
      <button type="button" className="button" onClick={onRetry}>
        <Trans>Reintentar</Trans>
      </button>
      <ReloadButton error={error} />
    </div>
  );
}
