import { queryClient } from '#console/api/query-client.ts';
import { readAgenciesAddress } from './address.ts';
import { agency, agencyList } from './agencies-queries.ts';
import { agencyPackage } from './agency-queries.ts';
import { invitationList } from './invitations-queries.ts';

// What the pages of this room ask for while their code is still on its way.

export function askList(search: URLSearchParams): Promise<unknown> {
  return queryClient.prefetchQuery(agencyList(readAgenciesAddress(search).operador));
}

export function askInvitations(): Promise<unknown> {
  return queryClient.prefetchQuery(invitationList());
}

export function askAgency(adminMail: string): Promise<unknown> {
  return queryClient.prefetchQuery(agency(adminMail));
}

export function askAgencyAndPackage(adminMail: string): Promise<unknown> {
  return Promise.all([askAgency(adminMail), queryClient.prefetchQuery(agencyPackage(adminMail))]);
}
