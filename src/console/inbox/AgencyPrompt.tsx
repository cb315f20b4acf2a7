import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { paths } from '#console/paths.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { useTitle } from '#console/ui/title.ts';
import { setAgencies } from '#console/inquiries/inbox-address.ts';
import css from './InquiryList.module.css';
import { useAgencies } from '#console/agency-select/use-agencies.ts';

export function AgencyPrompt() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const list = useQuery(agencyListQuery());
  const agencies = useAgencies(true);
  useTitle(t`Consultas`);
  if (list.isError && agencies.length === 0)
    return <FailurePanel error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div className={css.empty}>
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
