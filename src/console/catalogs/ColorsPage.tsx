import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { colorList } from './catalogs-queries.ts';

function ColorsPage() {
  const { t } = useLingui();
  return (
    <CatalogPage
      title={t`Colores`}
      entries={useQuery(colorList())}
      linkTo={paths.color}
      searched={t`Nombre o id`}
    />
  );
}

export const loader = () => queryClient.ensureQueryData(colorList());

export { ColorsPage as Component };
