import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AgenciaCreate, type AgenciaEdit, agencyRows } from '#contract/agencies.ts';
import { type AgencyPeople, type AgencySummary, agencyDeskRows } from '#contract/desk/agencies.ts';
import { call } from '#console/api/call.ts';
import { BACKGROUND, isBackground } from '#console/api/query-client.ts';
import { removeInquiries } from '#console/inquiries/inquiries-queries.ts';
import { forgetAgency } from '#console/agency-select/last-agency.ts';
import { type Agency, agencyQuery } from '#console/agency-select/agencies-queries.ts';
import { atMost } from './four-at-a-time.ts';

const MINUTES = 60_000;

/** What is left of its publications. */
export const agencyPackage = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'package', adminMail.toLowerCase()],
    queryFn: ({ signal }) => call(agencyRows.viewPackage, { params: { adminMail }, signal }),
    staleTime: 5 * MINUTES,
  });

const fourAtATime = atMost(4);

/** Last inquiry and package, for a row that is in sight. */
export const agencySummary = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'summary', adminMail.toLowerCase()],
    queryFn: ({ signal, meta }) =>
      fourAtATime(signal, () =>
        call(agencyDeskRows.viewAgencySummary, {
          params: { adminMail },
          signal,
          isBackground: isBackground(meta),
        }),
      ) as Promise<AgencySummary>,
    staleTime: 5 * MINUTES,
    meta: BACKGROUND,
  });

/** Who of the console works for it. */
export const agencyPeople = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'people', adminMail.toLowerCase()],
    queryFn: ({ signal }) =>
      call(agencyDeskRows.listAgencyPeople, { params: { adminMail }, signal }) as Promise<AgencyPeople>,
    staleTime: 0,
  });

export function inviteAgency(body: AgenciaCreate): Promise<unknown> {
  return call(agencyRows.inviteAgency, { body });
}

export function editAgency(adminMail: string, body: AgenciaEdit): Promise<Agency> {
  return call(agencyRows.editAgency, { params: { adminMail }, body });
}

export function disassociateAgency(adminMail: string): Promise<unknown> {
  return call(agencyRows.disassociateAgency, { params: { adminMail } });
}

/** After an edit: the answer is the agency as it is now. */
export function holdAgency(client: QueryClient, edited: Agency): void {
  client.setQueryData(agencyQuery(edited.AdminMail).queryKey, edited);
  void client.invalidateQueries({ queryKey: ['agencies', 'list'] });
}

/** After an invitation: the agency is listed, and so is the invitation. */
export function onInvited(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['agencies', 'list'] });
  void client.invalidateQueries({ queryKey: ['invitations'] });
}

/** After a disassociation: what was read of it is nobody's business any more. */
export function onDisassociated(client: QueryClient, adminMail: string): void {
  const key = adminMail.toLowerCase();
  forgetAgency(adminMail);
  for (const kind of ['one', 'package', 'summary', 'people'])
    client.removeQueries({ queryKey: ['agencies', kind, key] });
  removeInquiries(adminMail);
  void client.invalidateQueries({ queryKey: ['agencies', 'list'] });
  void client.invalidateQueries({ queryKey: ['invitations'] });
}
