import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { cityListRequest, readCatalogAddress } from './address.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { CATALOGS, type CityListRequest, WHOLE_LISTS, cityListQuery, makeListQuery } from './catalogs.ts';
import { useRegions } from './regions.ts';

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

function createListPage(kind: 'bodystyle' | 'color', searchLabel: MessageDescriptor) {
  const { title, entryPath } = CATALOGS[kind];
  const listQuery = WHOLE_LISTS[kind];
  function Component() {
    const { i18n } = useLingui();
    return (
      <CatalogPage
        title={i18n._(title)}
        query={useQuery(listQuery())}
        linkTo={entryPath}
        searchLabel={i18n._(searchLabel)}
      />
    );
  }
  return { Component, loader: () => queryClient.ensureQueryData(listQuery()) };
}

export const bodyStylesPage = createListPage('bodystyle', msg`Nombre, código o id`);
export const colorsPage = createListPage('color', msg`Nombre o id`);

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
