import { queryOptions } from '@tanstack/react-query';
import { isByItself } from '#console/api/query-client.ts';

/** Where the inquiries stand that are put off, whatever their age; one of the lists of follow-up. */
export const snoozedBeside = (adminMail: string) =>
  queryOptions({
    queryKey: ['follow-up', 'list', adminMail.toLowerCase(), { snoozed: '1' }],
    queryFn: async ({ signal, meta }) =>
      (await import('./snoozed-calls.ts')).listSnoozed(adminMail, signal, isByItself(meta)),
  });
