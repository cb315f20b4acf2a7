import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#console/paths.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { bodyStyleList } from './catalogs-queries.ts';

export function BodyStylesPage() {
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
