import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';

import { citiesAsked, readCatalogAddress } from './address.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { cityList } from './catalogs-queries.ts';
import { useRegions } from './regions.ts';

const TYPING_MS = 200;

/** The service wants a region or a text; it is said before it is asked. With a region the text is looked for here. */
function CitiesPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const address = readCatalogAddress(search);
  const wanted = citiesAsked(address);
  const asked = useSettled(wanted);
  const cities = useQuery({
    ...cityList(asked ?? { q: '' }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <CatalogPage
      title={t`Ciudades`}
      entries={cities}
      linkTo={paths.city}
      searched={t`Nombre o id`}
      filters={<RegionSelect region={address.region} />}
      needed={
        wanted ? undefined : (
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

function RegionSelect({ region }: { region: number | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const regions = useRegions();
  if (regions.length === 0) return null;
  const unknown = region !== undefined && !regions.some(({ id }) => id === region);
  return (
    <ChoiceFilter
      label={t`Provincia`}
      all={t`Todas`}
      value={region === undefined ? undefined : String(region)}
      choices={[
        ...(unknown ? [{ value: String(region), label: t`Provincia ${region}` }] : []),
        ...regions
          .map(({ id, name }) => ({ value: String(id), label: name as string }))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'es')),
      ]}
      onChange={(value) => void navigate({ search: changedSearch(search, { region: value }) })}
    />
  );
}

/** A text counts once the typing pauses; anything else at once. */
function useSettled(wanted: ReturnType<typeof citiesAsked>): ReturnType<typeof citiesAsked> {
  const [settled, setSettled] = useState(wanted);
  const q = wanted && 'q' in wanted ? wanted.q : undefined;
  useEffect(() => {
    const pause = setTimeout(() => setSettled(q === undefined ? undefined : { q }), TYPING_MS);
    return () => clearTimeout(pause);
  }, [q]);
  return q === undefined ? wanted : settled;
}

export function loader({ url }: LoaderFunctionArgs) {
  const asked = citiesAsked(readCatalogAddress(url.searchParams));
  return asked && queryClient.ensureQueryData(cityList(asked));
}

export { CitiesPage as Component };
