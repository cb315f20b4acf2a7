import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { Carroceria, Ciudad, Color, Marca } from '#contract/catalogs.ts';
import type { V3Name } from '#contract/v3.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { bodyStyleQuery, cityQuery, colorQuery, makeQuery } from './catalog-queries.ts';
import type { Entry } from './entries.ts';
import { EntryPage } from './EntryPage.tsx';

interface Catalog {
  schema: Parameters<typeof EntryPage>[0]['schema'];
  entryQuery: (id: string) => ReturnType<typeof makeQuery>;
  list: V3Name;
  listPath: () => string;
  label: MessageDescriptor;
}

function createEntryPage({ schema, entryQuery, list, listPath, label }: Catalog) {
  function Component() {
    const { i18n } = useLingui();
    const { id = '' } = useParams();
    const query = useQuery({ ...entryQuery(id), ...useListedEntry(list, id) });
    return <EntryPage schema={schema} query={query} back={{ to: listPath(), label: i18n._(label) }} />;
  }
  const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => queryClient.ensureQueryData(entryQuery(id));
  return { Component, loader };
}

function useListedEntry(list: V3Name, id: string) {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: endpointKey(list) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { state } of lists) {
    const entry = (state.data as Entry[] | undefined)?.find((listed) => listed.id === id);
    if (entry) return { initialData: entry, initialDataUpdatedAt: state.dataUpdatedAt };
  }
  return {};
}

export const makePage = createEntryPage({
  schema: Marca,
  entryQuery: makeQuery,
  list: 'listMakes',
  listPath: () => paths.makes(),
  label: msg`Marcas`,
});
export const bodyStylePage = createEntryPage({
  schema: Carroceria,
  entryQuery: bodyStyleQuery,
  list: 'listBodyStyles',
  listPath: () => paths.bodyStyles(),
  label: msg`Carrocerías`,
});
export const cityPage = createEntryPage({
  schema: Ciudad,
  entryQuery: cityQuery,
  list: 'listCities',
  listPath: () => paths.cities(),
  label: msg`Ciudades`,
});
export const colorPage = createEntryPage({
  schema: Color,
  entryQuery: colorQuery,
  list: 'listColors',
  listPath: () => paths.colors(),
  label: msg`Colores`,
});
