import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AgenciaCreate, type AgenciaEdit, agencyEndpoints } from '#contract/agencies.ts';
import { agencyDeskEndpoints } from '#contract/desk/agencies.ts';
import { call } from '#console/api/call.ts';
import { BACKGROUND, isBackground } from '#console/api/query-client.ts';
import { removeInquiries } from '#console/inquiries/inquiries-queries.ts';
import { forgetAgency } from '#console/agency-select/last-agency.ts';
import { type Agency, agencyQuery } from '#console/agency-select/agencies-queries.ts';

const MINUTES = 60_000;

export const agencyPackageQuery = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'package', adminMail.toLowerCase()],
    queryFn: ({ signal }) => call(agencyEndpoints.viewPackage, { params: { adminMail }, signal }),
    staleTime: 5 * MINUTES,
  });

export const agencySummaryQuery = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'summary', adminMail.toLowerCase()],
    queryFn: ({ signal, meta }) =>
      call(agencyDeskEndpoints.viewAgencySummary, {
        params: { adminMail },
        signal,
        isBackground: isBackground(meta),
      }),
    staleTime: 5 * MINUTES,
    meta: BACKGROUND,
  });

export const agencyPeopleQuery = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'people', adminMail.toLowerCase()],
    queryFn: ({ signal }) => call(agencyDeskEndpoints.listAgencyPeople, { params: { adminMail }, signal }),
    staleTime: 0,
  });

export function inviteAgency(body: AgenciaCreate): Promise<unknown> {
  return call(agencyEndpoints.inviteAgency, { body });
}

export function editAgency(adminMail: string, body: AgenciaEdit): Promise<Agency> {
  return call(agencyEndpoints.editAgency, { params: { adminMail }, body });
}

export function disassociateAgency(adminMail: string): Promise<unknown> {
  return call(agencyEndpoints.disassociateAgency, { params: { adminMail } });
}

export function setAgencyData(client: QueryClient, edited: Agency): void {
  client.setQueryData(agencyQuery(edited.AdminMail).queryKey, edited);
  void client.invalidateQueries({ queryKey: ['agencies', 'list'] });
}

export function invalidateInvitations(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['agencies', 'list'] });
  void client.invalidateQueries({ queryKey: ['invitations'] });
}

export function removeAgencyData(client: QueryClient, adminMail: string): void {
  forgetAgency(adminMail);
  for (const kind of ['one', 'package', 'summary', 'people'])
    client.removeQueries({ queryKey: ['agencies', kind, adminMail.toLowerCase()] });
  removeInquiries(adminMail);
  invalidateInvitations(client);
}
