import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Page } from '#console/ui/Page.tsx';
import { isComplete, matchAnswer, readWanted, wantedSearch } from './best-match.ts';
import { BestMatchForm } from './BestMatchForm.tsx';
import { CatalogTabs } from './CatalogTabs.tsx';
import { MatchAnswer } from './MatchAnswer.tsx';
import { MatchReasons } from './MatchReasons.tsx';

/** What one value means to the catalogs: the request, the answer, and why. */
function BestMatchPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const wanted = readWanted(search);
  const complete = isComplete(wanted);
  const { data, error, isFetching, refetch } = useQuery({ ...matchAnswer(wanted), enabled: complete });
  return (
    <Page title={t`Mejor coincidencia`} tab={[t`Mejor coincidencia`, t`Catálogos`]}>
      <CatalogTabs />
      <BestMatchForm
        // What is typed starts anew with each address.
        key={wantedSearch(wanted)}
        wanted={wanted}
        pending={isFetching}
        onAgain={() => void refetch()}
      />
      {complete && isFetching && !data && <TableSkeleton label={t`Buscando la mejor coincidencia`} />}
      {complete && error && !isFetching && (
        <section aria-label={t`No se pudo preguntar`}>
          <FailureAlert error={error} onRetry={() => void refetch()}>
            <p>
              <Trans>No es un «no»: no se sabe si hay coincidencia.</Trans>
            </p>
          </FailureAlert>
        </section>
      )}
      {complete && data && !error && (
        <>
          <MatchAnswer wanted={wanted} answer={data} />
          <MatchReasons wanted={wanted} answer={data} />
        </>
      )}
    </Page>
  );
}

export { BestMatchPage as Component };
