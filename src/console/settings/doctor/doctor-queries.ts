import { type CheckState, type Doctor, type IgnoreCheck, doctorEndpoints } from '#contract/desk/doctor.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

export const doctorQuery = () =>
  endpointQuery(doctorEndpoints.viewDoctor, {}, { staleTime: PREFETCH_STALE_MS });

const update = (doctor: Doctor) => queryClient.setQueryData(doctorQuery().queryKey, doctor);

export const runChecks = endpointMutation(doctorEndpoints.runChecks, () => ({}), { update });

export const runCheck = endpointMutation(
  doctorEndpoints.runCheck,
  ({ id }: Pick<CheckState, 'id'>) => ({ params: { check: id } }),
  { update },
);

export const ignoreCheck = endpointMutation(
  doctorEndpoints.ignoreCheck,
  ({ id, ...body }: IgnoreCheck & Pick<CheckState, 'id'>) => ({ params: { check: id }, body }),
  { update },
);

export const unignoreCheck = endpointMutation(
  doctorEndpoints.unignoreCheck,
  ({ id }: Pick<CheckState, 'id'>) => ({ params: { check: id } }),
  { update },
);

export const sendTestMail = endpointMutation(doctorEndpoints.sendTestMail, () => ({}));
