import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { colorListQuery } from './catalog-queries.ts';

function ColorsPage() {
  const { t } = useLingui();
  return (
    <CatalogPage
      title={t`Colores`}
      query={useQuery(colorListQuery())}
      linkTo={paths.color}
      searchLabel={t`Nombre o id`}
    />
  );
}

export const loader = () => queryClient.ensureQueryData(colorListQuery());

export { ColorsPage as Component };
