import type { QueryClient } from '@tanstack/react-query';
import { type AgencyHours, type SetHours, hoursRows } from '#contract/desk/hours.ts';
import { call } from '#console/api/call.ts';
import { agencyHours } from '#console/follow-up/follow-up-queries.ts';

/** Refetched by every page that shows it; response clocks use the cached hours for longer. */
export const currentHoursQuery = (adminMail: string) => ({ ...agencyHours(adminMail), staleTime: 0 });

/** Bypasses the cache. */
export function fetchHours(adminMail: string): Promise<AgencyHours> {
  return call(hoursRows.viewHours, { params: { adminMail } }) as Promise<AgencyHours>;
}

export function saveHours(adminMail: string, body: SetHours): Promise<AgencyHours> {
  return call(hoursRows.setHours, { params: { adminMail }, body }) as Promise<AgencyHours>;
}

export function cacheHours(client: QueryClient, adminMail: string, saved: AgencyHours): void {
  client.setQueryData(agencyHours(adminMail).queryKey, saved);
}
