import { useRevalidator, useRouteError } from 'react-router';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';

/** Error boundary of a page that crashed or could not be loaded. */
export function PageFailure() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return (
    <FailurePanel
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void revalidate()}
    />
  );
}
