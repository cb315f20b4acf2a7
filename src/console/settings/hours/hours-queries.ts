import { type SetHours, hoursEndpoints } from '#contract/desk/hours.ts';
import type { SettableHours } from '#contract/hours.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { queryClient } from '#console/api/query-client.ts';

export const agencyHoursQuery = (adminMail: string) =>
  endpointQuery(hoursEndpoints.viewHours, { params: { adminMail } }, { staleTime: 5 * 60_000 });

export const currentHoursQuery = (adminMail: string) => ({ ...agencyHoursQuery(adminMail), staleTime: 0 });

export const fetchHours = (adminMail: string) => queryClient.fetchQuery(currentHoursQuery(adminMail));

export const hoursEffectQuery = (adminMail: string, hours: SettableHours) =>
  endpointQuery(hoursEndpoints.compareHours, { params: { adminMail }, body: { hours } });

export const saveHours = endpointMutation(
  hoursEndpoints.setHours,
  ({ adminMail, ...body }: SetHours & { adminMail: string }) => ({ params: { adminMail }, body }),
  {
    update: (saved, { adminMail }) => queryClient.setQueryData(agencyHoursQuery(adminMail).queryKey, saved),
  },
);
