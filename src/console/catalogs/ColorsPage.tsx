import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#console/paths.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { colorList } from './catalogs-queries.ts';

export function ColorsPage() {
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
