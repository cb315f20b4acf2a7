import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#console/paths.ts';
import { Nothing } from '#console/ui/Page.tsx';
import { changeCatalogSearch, citiesAsked, readCatalogAddress } from './address.ts';
import { CatalogPage } from './CatalogPage.tsx';
import { cityList } from './catalogs-queries.ts';
import { useRegions } from './regions.ts';

const TYPING_MS = 200;

/** The service wants a region or a text; it is said before it is asked. With a region the text is looked for here. */
export function CitiesPage() {
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
          <Nothing>
            <Trans>
              Elegí una provincia o escribí parte del nombre: el servicio necesita al menos una de las dos
              cosas.
            </Trans>
          </Nothing>
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
  return (
    <label className="field">
      {t`Provincia`}
      <select
        value={region ?? ''}
        onChange={({ target }) =>
          void navigate({ search: changeCatalogSearch(search, { region: target.value }) })
        }
      >
        <option value="">{t`Todas`}</option>
        {region !== undefined && !regions.some(({ id }) => id === region) && (
          <option value={region}>{t`Provincia ${region}`}</option>
        )}
        {regions
          .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </label>
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
