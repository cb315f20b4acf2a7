import { useRevalidator, useRouteError } from 'react-router';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';

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
