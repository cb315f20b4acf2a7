import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AgencyLateAlarm,
  type SetLateAlarm,
  notificationEndpoints,
} from '#contract/desk/notifications.ts';
import { call } from '#console/api/call.ts';

/** The late alarm of an agency, and who can be notified. */
export const lateAlarmQuery = (adminMail: string) =>
  queryOptions({
    queryKey: ['late-alarm', adminMail.toLowerCase()],
    queryFn: ({ signal }) =>
      call(notificationEndpoints.viewLateAlarm, {
        params: { adminMail },
        signal,
      }),
    staleTime: 0,
  });

/** People who can be notified, by part of their name or mail. */
export const recipientsQuery = (adminMail: string, q: string) =>
  queryOptions({
    queryKey: [...lateAlarmQuery(adminMail).queryKey, 'people', q],
    queryFn: async ({ signal }) => {
      const { people } = await call(notificationEndpoints.viewLateAlarm, {
        params: { adminMail },
        query: q === '' ? {} : { q },
        signal,
      });
      return people;
    },
    placeholderData: keepPreviousData,
  });

export function saveLateAlarm(adminMail: string, body: SetLateAlarm): Promise<AgencyLateAlarm> {
  return call(notificationEndpoints.setLateAlarm, {
    params: { adminMail },
    body,
  });
}

export function cacheLateAlarm(client: QueryClient, adminMail: string, saved: AgencyLateAlarm): void {
  client.setQueryData(lateAlarmQuery(adminMail).queryKey, saved);
}
