import { useLingui } from '@lingui/react/macro';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { Carroceria, Ciudad, Color, Marca } from '#contract/catalogs.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { bodyStyle, city, color, make } from './catalogs-queries.ts';
import type { Entry } from './entries.ts';
import { EntryPage } from './EntryPage.tsx';

function MakePage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const entry = useQuery({ ...make(id), ...useHeld(['catalogs', 'makes'], id) });
  return <EntryPage schema={Marca} entry={entry} back={{ to: paths.makes(), label: t`Marcas` }} />;
}

function BodyStylePage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const entry = useQuery({ ...bodyStyle(id), ...useHeld(['catalogs', 'body-styles'], id) });
  return (
    <EntryPage schema={Carroceria} entry={entry} back={{ to: paths.bodyStyles(), label: t`Carrocerías` }} />
  );
}

function CityPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const entry = useQuery({ ...city(id), ...useHeld(['catalogs', 'cities'], id) });
  return <EntryPage schema={Ciudad} entry={entry} back={{ to: paths.cities(), label: t`Ciudades` }} />;
}

function ColorPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const entry = useQuery({ ...color(id), ...useHeld(['catalogs', 'colors'], id) });
  return <EntryPage schema={Color} entry={entry} back={{ to: paths.colors(), label: t`Colores` }} />;
}

/** The entry as a list of its catalog holds it, with the age of that list. */
function useHeld(catalog: QueryKey, id: string): { initialData?: Entry; initialDataUpdatedAt?: number } {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: catalog })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { state } of lists) {
    const held = (state.data as Entry[] | undefined)?.find((entry) => entry.id === id);
    if (held) return { initialData: held, initialDataUpdatedAt: state.dataUpdatedAt };
  }
  return {};
}

const createLoader =
  (query: (id: string) => ReturnType<typeof make>) =>
  ({ params: { id = '' } }: LoaderFunctionArgs) =>
    queryClient.ensureQueryData(query(id));

export const makePage = { Component: MakePage, loader: createLoader(make) };
export const bodyStylePage = { Component: BodyStylePage, loader: createLoader(bodyStyle) };
export const cityPage = { Component: CityPage, loader: createLoader(city) };
export const colorPage = { Component: ColorPage, loader: createLoader(color) };
