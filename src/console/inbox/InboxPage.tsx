import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams, useSearchParams, Link } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { dayAt } from '#contract/window.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { getDefaultAgency } from '#console/agency-select/last-agency.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { queryClient } from '#console/api/query-client.ts';
import {
  type InboxAddress,
  listRequests,
  parseInboxAddress,
  setAgencies,
} from '#console/inquiries/inbox-address.ts';
import { indexListQuery, inquiryQuery, servicePageQuery } from '#console/inquiries/inquiry-queries.ts';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { useTitle } from '#console/ui/title.ts';
import { Inbox } from './Inbox.tsx';
import css from './InquiryList.module.css';

export function loader({ params: { adminMail, sid }, url }: LoaderFunctionArgs) {
  const session = getSession();
  const address = parseInboxAddress(url.searchParams);
  const agencias = resolveAgencies(address, adminMail, session);
  const { service, index } = listRequests(agencias, address, () => dayAt(Date.now(), session.timeZone));
  return Promise.all([
    agencias.length > 0 &&
      (service
        ? queryClient.ensureQueryData(servicePageQuery(service))
        : queryClient.ensureInfiniteQueryData(indexListQuery(index))),
    adminMail && sid && queryClient.ensureQueryData(inquiryQuery(adminMail, sid)),
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

export function AgencyPrompt() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const list = useQuery(agencyListQuery());
  const agencies = useAgencies(true);
  useTitle(t`Consultas`);
  if (list.isError && agencies.length === 0)
    return <FailurePanel heading="h1" error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div className="empty-state">
      <h1 className={css.title}>
        <Trans>Elegí una agencia</Trans>
      </h1>
      {list.data?._entries.length === 0 && (
        <p>
          <Trans>Esta aplicación todavía no tiene agencias.</Trans>
        </p>
      )}
      <ul className={css.agencies}>
        {agencies.map(({ mail, name }) => (
          <li key={mail}>
            <Link to={paths.inquiries(setAgencies(search, [mail]).toString())}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
