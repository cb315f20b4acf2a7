import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '#console/api/failure.ts';
import { TableSkeleton } from './DataTable.tsx';
import { FailureAlert } from './FailureAlert.tsx';
import { Page, type PageProps } from './Page.tsx';

interface Props<Data> extends Omit<PageProps, 'children'> {
  loadingLabel: string;
  query: Pick<UseQueryResult<Data>, 'error' | 'data' | 'isPending' | 'refetch'>;
  /** It replaces the failure when the service says 404, also after data was shown. */
  notFound?: ReactNode;
  failureActions?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function DetailPage<Data>({
  loadingLabel,
  query: { data, error, isPending, refetch },
  notFound,
  failureActions,
  children,
  ...page
}: Props<Data>) {
  const isNotFound = notFound !== undefined && error instanceof Failure && error.isNotFound;
  return (
    <Page {...page}>
      {isPending && <TableSkeleton label={loadingLabel} />}
      {isNotFound && notFound}
      {error && data === undefined && !isNotFound && (
        <FailureAlert error={error} onRetry={() => void refetch()}>
          {failureActions}
        </FailureAlert>
      )}
      {data !== undefined && !isNotFound && children(data)}
    </Page>
  );
}
