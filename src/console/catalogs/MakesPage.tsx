import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { changedSearch } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';
import { readCatalogAddress } from './address.ts';
import { CatalogPage } from './CatalogPage.tsx';
import css from './catalogs.module.css';
import { makeList } from './catalogs-queries.ts';

function MakesPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { soloMercadoNuevos } = readCatalogAddress(search);
  const makes = useQuery(makeList(soloMercadoNuevos));
  return (
    <CatalogPage
      title={t`Marcas`}
      entries={makes}
      linkTo={paths.make}
      searched={t`Nombre, código o id`}
      filters={
        <label className={css.check}>
          <input
            type="checkbox"
            checked={soloMercadoNuevos}
            onChange={({ target }) =>
              void navigate({
                search: changedSearch(search, {
                  soloMercadoNuevos: target.checked ? 'true' : undefined,
                }),
              })
            }
          />
          {t`Solo mercado de nuevos`}
        </label>
      }
    />
  );
}

export const loader = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(makeList(readCatalogAddress(url.searchParams).soloMercadoNuevos));

export { MakesPage as Component };
