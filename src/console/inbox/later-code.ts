import { queryOptions } from '@tanstack/react-query';
import { loadCode } from '#console/api/load-code.ts';

/** What rows say of follow-up comes after the first of them; as a query, since it too may fail. */
export const rowStateCode = () =>
  queryOptions({
    queryKey: ['code', 'row states'],
    queryFn: () => loadCode(() => import('./row-status.ts')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
