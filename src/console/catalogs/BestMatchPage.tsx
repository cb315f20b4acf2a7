import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { BestMatchForm } from './BestMatchForm.tsx';
import { CatalogTabs } from './CatalogTabs.tsx';
import { matchResultQuery } from './best-match-queries.ts';
import { isComplete, readMatchRequest, toMatchSearch } from './match-request.ts';
import { MatchExplanation } from './MatchExplanation.tsx';
import { MatchResult } from './MatchResult.tsx';

function BestMatchPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const request = readMatchRequest(search);
  const { data, error, isFetching, refetch } = useQuery({
    ...matchResultQuery(request),
    enabled: isComplete(request),
  });
  return (
    <Page title={t`Mejor coincidencia`} tab={[t`Mejor coincidencia`, t`Catálogos`]}>
      <CatalogTabs />
      <BestMatchForm
        key={toMatchSearch(request)}
        request={request}
        isFetching={isFetching}
        onRefetch={() => void refetch()}
      />
      {isFetching && !data && <TableSkeleton label={t`Buscando la mejor coincidencia`} />}
      {error && !isFetching && (
        <section aria-label={t`No se pudo preguntar`}>
          <FailureAlert error={error} onRetry={() => void refetch()}>
            <p>
              <Trans>No es un «no»: no se sabe si hay coincidencia.</Trans>
            </p>
          </FailureAlert>
        </section>
      )}
      {data && !error && (
        <>
          <MatchResult request={request} result={data} />
          <MatchExplanation request={request} result={data} />
        </>
      )}
    </Page>
  );
}

export { BestMatchPage as Component };
