import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { Carroceria, Ciudad, Color, Marca } from '#contract/catalogs.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { bodyStyleQuery, cityQuery, colorQuery, makeQuery } from './catalog-queries.ts';
import type { Entry } from './entries.ts';
import { EntryPage } from './EntryPage.tsx';

interface Catalog {
  schema: Parameters<typeof EntryPage>[0]['schema'];
  entryQuery: (id: string) => ReturnType<typeof makeQuery>;
  /** The second part of the query key of its lists. */
  listKey: string;
  listPath: () => string;
  label: MessageDescriptor;
}

function createEntryPage({ schema, entryQuery, listKey, listPath, label }: Catalog) {
  function Component() {
    const { i18n } = useLingui();
    const { id = '' } = useParams();
    const query = useQuery({ ...entryQuery(id), ...useListedEntry(listKey, id) });
    return <EntryPage schema={schema} query={query} back={{ to: listPath(), label: i18n._(label) }} />;
  }
  const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => queryClient.ensureQueryData(entryQuery(id));
  return { Component, loader };
}

function useListedEntry(listKey: string, id: string) {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['catalogs', listKey] })
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
  listKey: 'makes',
  listPath: () => paths.makes(),
  label: msg`Marcas`,
});
export const bodyStylePage = createEntryPage({
  schema: Carroceria,
  entryQuery: bodyStyleQuery,
  listKey: 'body-styles',
  listPath: () => paths.bodyStyles(),
  label: msg`Carrocerías`,
});
export const cityPage = createEntryPage({
  schema: Ciudad,
  entryQuery: cityQuery,
  listKey: 'cities',
  listPath: () => paths.cities(),
  label: msg`Ciudades`,
});
export const colorPage = createEntryPage({
  schema: Color,
  entryQuery: colorQuery,
  listKey: 'colors',
  listPath: () => paths.colors(),
  label: msg`Colores`,
});
