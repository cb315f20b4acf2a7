import { keepPreviousData } from '@tanstack/react-query';
import { type SetLateAlarm, notificationEndpoints } from '#contract/desk/notifications.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';

export const lateAlarmQuery = (adminMail: string) =>
  endpointQuery(notificationEndpoints.viewLateAlarm, { params: { adminMail } }, { staleTime: 0 });

export const recipientsQuery = (adminMail: string, q: string) =>
  endpointQuery(
    notificationEndpoints.viewLateAlarm,
    { params: { adminMail }, query: q === '' ? {} : { q } },
    { variant: 'recipients', transform: ({ people }) => people, placeholderData: keepPreviousData },
  );

export const saveLateAlarm = endpointMutation(
  notificationEndpoints.setLateAlarm,
  ({ adminMail, ...body }: SetLateAlarm & { adminMail: string }) => ({ params: { adminMail }, body }),
  {
    update: (saved, { adminMail }) => queryClient.setQueryData(lateAlarmQuery(adminMail).queryKey, saved),
    invalidatesOnError: ({ adminMail }, error) =>
      error instanceof Failure && error.code === 'changed-meanwhile'
        ? [endpointKey('viewLateAlarm', { params: { adminMail } })]
        : [],
  },
);
