import { type SetAgencyCrm, crmEndpoints } from '#contract/desk/crm.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';

export const agencyCrmQuery = (adminMail: string) =>
  endpointQuery(crmEndpoints.viewAgencyCrm, { params: { adminMail } }, { staleTime: 0 });

export const setAgencyCrm = endpointMutation(
  crmEndpoints.setAgencyCrm,
  ({ adminMail, ...body }: SetAgencyCrm & { adminMail: string }) => ({ params: { adminMail }, body }),
  {
    update: (saved, { adminMail }) => queryClient.setQueryData(agencyCrmQuery(adminMail).queryKey, saved),
    invalidatesOnError: ({ adminMail }, error) =>
      error instanceof Failure && error.code === 'changed-meanwhile'
        ? [endpointKey('viewAgencyCrm', { params: { adminMail } })]
        : [],
  },
);

export const testAgencyCrm = endpointMutation(
  crmEndpoints.testAgencyCrm,
  (adminMail: string) => ({ params: { adminMail } }),
  { update: (crm, adminMail) => queryClient.setQueryData(agencyCrmQuery(adminMail).queryKey, crm) },
);
