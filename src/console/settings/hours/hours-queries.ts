import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AgencyHours, type SetHours, hoursEndpoints } from '#contract/desk/hours.ts';
import { overviewEndpoints } from '#contract/desk/overview.ts';
import { call } from '#console/api/call.ts';
import { isBackground } from '#console/api/query-client.ts';

export const agencyHoursQuery = (adminMail: string) =>
  queryOptions({
    queryKey: ['hours', adminMail.toLowerCase()],
    queryFn: ({ signal, meta }) =>
      call(hoursEndpoints.viewHours, {
        params: { adminMail },
        signal,
        isBackground: isBackground(meta),
      }),
    staleTime: 5 * 60_000,
  });

/** Figures that follow the hours of an agency. */
export const recentFiguresQuery = (adminMail: string, period: { desde: string; hasta: string }) =>
  queryOptions({
    queryKey: ['hours', adminMail.toLowerCase(), 'figures', period],
    queryFn: ({ signal }) =>
      call(overviewEndpoints.viewOverview, {
        query: { agencia: [adminMail], ...period },
        signal,
      }),
    staleTime: Infinity,
  });

/** Refetched by every page that shows it; response clocks use the cached hours for longer. */
export const currentHoursQuery = (adminMail: string) => ({ ...agencyHoursQuery(adminMail), staleTime: 0 });

export function fetchHours(adminMail: string): Promise<AgencyHours> {
  return call(hoursEndpoints.viewHours, { params: { adminMail } });
}

export function saveHours(adminMail: string, body: SetHours): Promise<AgencyHours> {
  return call(hoursEndpoints.setHours, { params: { adminMail }, body });
}

export function cacheHours(client: QueryClient, adminMail: string, saved: AgencyHours): void {
  client.setQueryData(agencyHoursQuery(adminMail).queryKey, saved);
}
