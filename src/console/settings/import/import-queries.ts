import { queryOptions } from '@tanstack/react-query';
import {
  type ImportFollowUps,
  type MatchImport,
  MAX_MATCHED_ROWS,
  followUpImportEndpoints,
} from '#contract/desk/follow-up-import.ts';
import { call } from '#console/api/call.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { JOB_EFFECTS } from '#console/jobs/job-queries.ts';

export interface MatchRun {
  id: string;
  agencies: readonly string[];
  clues: MatchImport['rows'];
}

export function matchQueries({ id, agencies, clues }: MatchRun) {
  return Array.from({ length: Math.ceil(clues.length / MAX_MATCHED_ROWS) }, (_, part) => {
    const rows = clues.slice(part * MAX_MATCHED_ROWS, (part + 1) * MAX_MATCHED_ROWS);
    return queryOptions({
      queryKey: endpointKey('matchImport', { body: [id, part] }),
      queryFn: async ({ signal }) => {
        const { rows: matches } = await call(followUpImportEndpoints.matchImport, {
          body: { rows, ...(agencies.length > 0 && { agencies: [...agencies] }) },
          signal,
        });
        return matches;
      },
      staleTime: Infinity,
      gcTime: 0,
      structuralSharing: false,
    });
  });
}

export const importFollowUps = endpointMutation(
  followUpImportEndpoints.importFollowUps,
  (body: ImportFollowUps) => ({ body }),
  JOB_EFFECTS,
);
