import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { cityListRequest, readCatalogAddress } from './address.ts';
import {
  type CityListRequest,
  bodyStyleListQuery,
  cityListQuery,
  colorListQuery,
  makeListQuery,
} from './catalog-queries.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { useRegions } from './use-regions.ts';

const CITY_DEBOUNCE_MS = 200;

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

const loadMakes = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(makeListQuery(readCatalogAddress(url.searchParams).soloMercadoNuevos));

export const makesPage = { Component: MakesPage, loader: loadMakes };

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

export const bodyStylesPage = {
  Component: BodyStylesPage,
  loader: () => queryClient.ensureQueryData(bodyStyleListQuery()),
};

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

export const colorsPage = {
  Component: ColorsPage,
  loader: () => queryClient.ensureQueryData(colorListQuery()),
};

function CitiesPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const address = readCatalogAddress(search);
  const request = cityListRequest(address);
  const debounced = useDebouncedRequest(request);
  const query = useQuery({
    ...cityListQuery(debounced ?? { q: '' }),
    enabled: debounced !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <CatalogPage
      title={t`Ciudades`}
      query={query}
      linkTo={paths.city}
      searchLabel={t`Nombre o id`}
      filters={<RegionFilter region={address.region} />}
      prompt={
        request ? undefined : (
          <EmptyState>
            <Trans>
              Elegí una provincia o escribí parte del nombre: el servicio necesita al menos una de las dos
              cosas.
            </Trans>
          </EmptyState>
        )
      }
    />
  );
}

function RegionFilter({ region }: { region: number | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const regions = useRegions();
  if (regions.length === 0) return null;
  const isUnknown = region !== undefined && !regions.some(({ id }) => id === region);
  return (
    <ChoiceFilter
      label={t`Provincia`}
      all={t`Todas`}
      value={region === undefined ? undefined : String(region)}
      choices={[
        ...(isUnknown ? [{ value: String(region), label: t`Provincia ${region}` }] : []),
        ...regions
          .map(({ id, name }) => ({ value: String(id), label: name as string }))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'es')),
      ]}
      onChange={(value) => void navigate({ search: changedSearch(search, { region: value }) })}
    />
  );
}

function useDebouncedRequest(request: CityListRequest | undefined): CityListRequest | undefined {
  const q = request && 'q' in request ? request.q : undefined;
  const [debouncedText, setDebouncedText] = useState(q);
  useEffect(() => {
    const timeout = setTimeout(() => setDebouncedText(q), CITY_DEBOUNCE_MS);
    return () => clearTimeout(timeout);
  }, [q]);
  if (q === undefined) return request;
  return debouncedText === undefined ? undefined : { q: debouncedText };
}

function loadCities({ url }: LoaderFunctionArgs) {
  const request = cityListRequest(readCatalogAddress(url.searchParams));
  return request && queryClient.ensureQueryData(cityListQuery(request));
}

export const citiesPage = { Component: CitiesPage, loader: loadCities };
