import { type ChangeFollowUps, bulkFollowUpEndpoints } from '#contract/desk/bulk-follow-up.ts';
import type { Job } from '#contract/desk/jobs.ts';
import { call } from '#console/api/call.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { cancelAndInvalidate } from '#console/api/query-client.ts';
import { INQUIRY_CATCH_UP_KEYS } from '#console/inquiries/inquiries-queries.ts';
import { refreshRows } from '#console/inquiries/refresh-rows.ts';

/** Changes many inquiries; a job of few rows is done when it resolves. */
export function changeFollowUps(body: ChangeFollowUps): Promise<Job> {
  return call(bulkFollowUpEndpoints.changeFollowUps, { body });
}

/** After changes of many inquiries. Rows keep their places. */
export function invalidateFollowUps(): void {
  const followUpKeys = [endpointKey('viewFollowUp'), endpointKey('listFollowUps')];
  for (const queryKey of [...INQUIRY_CATCH_UP_KEYS, ...followUpKeys]) void cancelAndInvalidate(queryKey);
  refreshRows();
}
