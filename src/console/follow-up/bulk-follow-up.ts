import { endpointKey } from '#console/api/endpoint-query.ts';
import { cancelAndInvalidate } from '#console/api/query-client.ts';
import { INQUIRY_CATCH_UP_KEYS } from '#console/inquiries/inquiry-queries.ts';
import { refreshRows } from '#console/inquiries/refresh-rows.ts';

export function invalidateFollowUps(): void {
  const followUpKeys = [endpointKey('viewFollowUp'), endpointKey('listFollowUps')];
  for (const queryKey of [...INQUIRY_CATCH_UP_KEYS, ...followUpKeys]) void cancelAndInvalidate(queryKey);
  refreshRows();
}
