import { queryOptions } from '@tanstack/react-query';
import type { BySid } from '#contract/queue-names.ts';
import { loadCode } from '#console/api/load-code.ts';
import { isByItself } from '#console/api/query-client.ts';

/** Where the inquiries stand that a view has whatever their age; one of the lists of follow-up. */
export const besideBySid = (adminMail: string, list: BySid) =>
  queryOptions({
    queryKey: ['follow-up', 'list', adminMail.toLowerCase(), { [list]: '1' }],
    queryFn: async ({ signal, meta }) =>
      (await loadCode(() => import('./by-sid-calls.ts'))).listBySid(
        adminMail,
        list,
        signal,
        isByItself(meta),
      ),
  });
