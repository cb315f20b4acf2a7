import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { dayAt } from '#contract/window.ts';
import { getDefaultAgency } from '#console/agency-select/last-agency.ts';
import { queryClient } from '#console/api/query-client.ts';
import {
  type InboxAddress,
  indexRequest,
  isNarrowed,
  isServiceList,
  parseInboxAddress,
  serviceRequest,
} from '#console/inquiries/inbox-address.ts';
import { indexListQuery, inquiryQuery, servicePageQuery } from '#console/inquiries/inquiry-queries.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { AgencyPrompt } from './AgencyPrompt.tsx';
import { Inbox } from './Inbox.tsx';
import { SearchPanel } from './ListHeader.tsx';

export function loader({ params: { adminMail, sid }, url }: LoaderFunctionArgs) {
  const session = getSession();
  const address = parseInboxAddress(url.searchParams);
  const agencias = resolveAgencies(address, adminMail, session);
  const [agencia] = agencias;
  const today = () => dayAt(Date.now(), session.timeZone);
  return Promise.all([
    agencia &&
      (isServiceList(address)
        ? queryClient.ensureQueryData(servicePageQuery(agencia, serviceRequest(address, today)))
        : queryClient.ensureInfiniteQueryData(indexListQuery(indexRequest(agencias, address, today)))),
    adminMail && sid && queryClient.ensureQueryData(inquiryQuery(adminMail, sid)),
    isNarrowed(address) && SearchPanel.preload(),
  ]);
}

export function InboxPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const { adminMail, sid } = useParams();
  const agencias = resolveAgencies(parseInboxAddress(search), adminMail, session);
  if (agencias.length === 0) return <AgencyPrompt />;
  return <Inbox agencias={agencias} open={adminMail && sid ? { adminMail, sid } : undefined} />;
}

// The compiler would memoize the default agency inside a component.
function resolveAgencies({ agencias }: InboxAddress, openAgency: string | undefined, session: Session) {
  if (agencias.length > 0) return agencias;
  const agencia = openAgency ?? getDefaultAgency(session);
  return agencia ? [agencia] : [];
}
