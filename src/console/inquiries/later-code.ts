import { queryOptions } from '@tanstack/react-query';
import { loadCode } from '#console/api/load-code.ts';
import { loadLaterTexts } from '#console/locales/language.ts';

/** What rows say of follow-up comes after the first of them, with its texts; as a query, since it too may fail. */
export const rowStateCode = () =>
  queryOptions({
    queryKey: ['code', 'row states'],
    queryFn: async () => {
      const [code] = await Promise.all([
        loadCode(() => import('#console/queue/row-states.ts')),
        loadLaterTexts(),
      ]);
      return code;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
