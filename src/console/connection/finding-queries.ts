import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type Finding,
  type FindingDecision,
  type Findings,
  findingEndpoints,
} from '#contract/desk/findings.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

export const findingsQuery = () =>
  queryOptions({
    queryKey: ['findings'],
    queryFn: ({ signal, meta }) =>
      call(findingEndpoints.listFindings, { signal, isBackground: isBackground(meta) }),
    staleTime: PREFETCH_STALE_MS,
  });

/** Decides about a finding as it is shown. */
export function decideFinding(
  { kind, adminMail, missing }: Finding,
  decision: FindingDecision['decision'],
): Promise<Findings> {
  return call(findingEndpoints.decideFinding, {
    body: { kind, adminMail, missing, decision },
  });
}

export function setFindings(client: QueryClient, findings: Findings): void {
  client.setQueryData(findingsQuery().queryKey, findings);
}
