import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { changedSearch } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { readCatalogAddress } from './address.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { makeListQuery } from './catalog-queries.ts';

function MakesPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { soloMercadoNuevos } = readCatalogAddress(search);
  const setNewMarketOnly = (isOn: boolean) =>
    void navigate({ search: changedSearch(search, { soloMercadoNuevos: isOn ? 'true' : undefined }) });
  return (
    <CatalogPage
      title={t`Marcas`}
      query={useQuery(makeListQuery(soloMercadoNuevos))}
      linkTo={paths.make}
      searchLabel={t`Nombre, código o id`}
      filters={
        <SwitchField
          label={t`Solo mercado de nuevos`}
          checked={soloMercadoNuevos}
          onChange={setNewMarketOnly}
        />
      }
    />
  );
}

export const loader = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(makeListQuery(readCatalogAddress(url.searchParams).soloMercadoNuevos));

export { MakesPage as Component };
