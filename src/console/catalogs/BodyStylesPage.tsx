import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { bodyStyleListQuery } from './catalog-queries.ts';

function BodyStylesPage() {
  const { t } = useLingui();
  return (
    <CatalogPage
      title={t`Carrocerías`}
      query={useQuery(bodyStyleListQuery())}
      linkTo={paths.bodyStyle}
      searchLabel={t`Nombre, código o id`}
    />
  );
}

export const loader = () => queryClient.ensureQueryData(bodyStyleListQuery());

export { BodyStylesPage as Component };
