import { connectionEndpoints } from '#contract/desk/connection.ts';
import { type SetDemoFault, demoFaultEndpoints } from '#contract/desk/demo-faults.ts';
import { type Finding, type FindingDecision, findingEndpoints } from '#contract/desk/findings.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

export const connectionQuery = () =>
  endpointQuery(connectionEndpoints.viewConnection, {}, { staleTime: PREFETCH_STALE_MS });

export const findingsQuery = () =>
  endpointQuery(findingEndpoints.listFindings, {}, { staleTime: PREFETCH_STALE_MS });

export const decideFinding = endpointMutation(
  findingEndpoints.decideFinding,
  ({ finding, decision }: { finding: Finding; decision: FindingDecision['decision'] }) => {
    const { kind, adminMail, missing } = finding;
    return { body: { kind, adminMail, missing, decision } };
  },
  {
    update: (findings) => queryClient.setQueryData(findingsQuery().queryKey, findings),
    invalidatesOnError: ['listFindings'],
  },
);

export const setDemoFault = endpointMutation(
  demoFaultEndpoints.setDemoFault,
  ({ fault }: SetDemoFault) => ({ body: { fault } }),
  { invalidates: ['viewConnection'] },
);
