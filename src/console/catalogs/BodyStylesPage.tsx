import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { bodyStyleList } from './catalogs-queries.ts';

function BodyStylesPage() {
  const { t } = useLingui();
  return (
    <CatalogPage
      title={t`Carrocerías`}
      entries={useQuery(bodyStyleList())}
      linkTo={paths.bodyStyle}
      searched={t`Nombre, código o id`}
    />
  );
}

export const loader = () => queryClient.ensureQueryData(bodyStyleList());

export { BodyStylesPage as Component };
