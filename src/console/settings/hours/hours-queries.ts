import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AgencyHours, type SetHours, hoursRows } from '#contract/desk/hours.ts';
import { call } from '#console/api/call.ts';
import { isBackground } from '#console/api/query-client.ts';

/** The opening hours of an agency. */
export const agencyHoursQuery = (adminMail: string) =>
  queryOptions({
    queryKey: ['hours', adminMail.toLowerCase()],
    queryFn: ({ signal, meta }) =>
      call(hoursRows.viewHours, {
        params: { adminMail },
        signal,
        isBackground: isBackground(meta),
      }) as Promise<AgencyHours>,
    staleTime: 5 * 60_000,
  });

/** The hours of an agency for who looks at them here: as they are now. */
export const currentHours = (adminMail: string) => ({ ...agencyHoursQuery(adminMail), staleTime: 0 });

/** As they are now, past what is held. */
export function readHours(adminMail: string): Promise<AgencyHours> {
  return call(hoursRows.viewHours, { params: { adminMail } }) as Promise<AgencyHours>;
}

export function setHours(adminMail: string, body: SetHours): Promise<AgencyHours> {
  return call(hoursRows.setHours, { params: { adminMail }, body }) as Promise<AgencyHours>;
}

/** After setting them: every clock on the screen goes by them. */
export function holdHours(client: QueryClient, adminMail: string, changed: AgencyHours): void {
  client.setQueryData(agencyHoursQuery(adminMail).queryKey, changed);
}
