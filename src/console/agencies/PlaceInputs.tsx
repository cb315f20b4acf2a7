import { useLingui } from '@lingui/react/macro';
import Autocomplete, { type AutocompleteChangeReason } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { type UseFormReturn, useController, useFormState, useWatch } from 'react-hook-form';
import { fold } from '#matching/normalize.ts';
import { suggest } from '#matching/suggest.ts';
import { useRegions } from '#console/catalogs/regions.ts';
import { cityList } from '#console/catalogs/catalogs-queries.ts';
import parts from '#console/ui/parts.module.css';
import type { AgencyInputs as Inputs } from './agency-form.ts';
import { useAgenciesText } from './agencies-text.ts';
import type { InputFault } from './AgencyInputs.tsx';

const CITIES_SHOWN = 100;
const LEAST_TEXT = 3;

/**
 * Region and city are picked or typed, since another deployment may know others than our table. A city of a region
 * that is not in the table is looked for by its text.
 */
export function PlaceInputs({
  form,
  fault,
}: {
  form: UseFormReturn<Inputs, unknown, never>;
  fault: InputFault;
}) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const { errors } = useFormState({ control: form.control });
  const region = useController({ control: form.control, name: 'Region' }).field;
  const city = useController({ control: form.control, name: 'Ciudad' }).field;
  const [typedRegion, typedCity] = useWatch({ control: form.control, name: ['Region', 'Ciudad'] });
  const regions = useRegions();
  const regionNames = regions.map(({ name }) => name as string).toSorted((a, b) => a.localeCompare(b, 'es'));
  const known = regions.find(({ name }) => fold(name) === fold(typedRegion.trim()));
  const part = typedCity.trim();
  const asked = known ? { region: known.id } : part.length >= LEAST_TEXT ? { q: part } : undefined;
  const list = useQuery(
    asked ? cityList(asked) : { ...cityList({ q: '' }), queryFn: skipToken, enabled: false },
  );
  const cities = asked ? (list.data ?? []) : [];
  const suggestedRegions = suggest(regionNames, typedRegion, (name) => [name]);
  const suggestedCities = suggest(cities, part, ({ name }) => [name]).slice(0, CITIES_SHOWN);
  const changeRegion = (value: string) => {
    // A city belongs to the province that it was picked for.
    if (known && fold(value.trim()) !== fold(known.name) && typedCity)
      form.setValue('Ciudad', '', { shouldDirty: true });
    region.onChange(value);
  };
  return (
    <div className={parts.pair}>
      <Autocomplete
        freeSolo
        autoHighlight={typedRegion.trim() !== ''}
        options={regionNames}
        inputValue={typedRegion}
        onInputChange={(_event, value, reason) => reason !== 'reset' && changeRegion(value)}
        onChange={(event, value, reason) =>
          changeRegion((isListEnter(event, reason) && suggestedRegions[0]) || (value ?? ''))
        }
        onBlur={region.onBlur}
        value={null}
        filterOptions={() => suggestedRegions}
        renderInput={(props) => (
          <TextField
            // oxlint-disable-next-line react/jsx-props-no-spreading -- what makes it the input of the list
            {...props}
            inputRef={region.ref}
            label={text.field.Region}
            error={Boolean(errors.Region)}
            helperText={fault('Region', errors.Region)}
          />
        )}
      />
      <Autocomplete
        freeSolo
        autoHighlight={part !== ''}
        // The form is not sent with half a name while suggestions are on their way.
        onKeyDown={(event) => event.key === 'Enter' && list.isLoading && event.preventDefault()}
        options={cities}
        getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
        inputValue={typedCity}
        onInputChange={(_event, value, reason) => reason !== 'reset' && city.onChange(value)}
        onChange={(event, given, reason) => {
          const value = (isListEnter(event, reason) && suggestedCities[0]) || given;
          if (value === null || typeof value === 'string') return city.onChange(value ?? '');
          city.onChange(value.name);
          if (value.region) form.setValue('Region', value.region, { shouldDirty: true });
        }}
        onBlur={city.onBlur}
        value={null}
        filterOptions={() => suggestedCities}
        renderOption={({ key, ...props }, option) => (
          // oxlint-disable-next-line react/jsx-props-no-spreading -- what makes it an option
          <li key={`${key} ${option.id}`} {...props}>
            <span>
              {option.name}
              {!known && option.region && <span className={parts.small}>{option.region}</span>}
            </span>
          </li>
        )}
        renderInput={(props) => (
          <TextField
            // oxlint-disable-next-line react/jsx-props-no-spreading -- what makes it the input of the list
            {...props}
            inputRef={city.ref}
            label={text.field.Ciudad}
            error={Boolean(errors.Ciudad)}
            helperText={
              fault('Ciudad', errors.Ciudad) ??
              (list.isError
                ? t`No se pudo cargar la lista de ciudades; se puede escribir el nombre.`
                : undefined)
            }
          />
        )}
      />
    </div>
  );
}

/**
 * Enter while suggestions are shown. MUI commits the typed text over a suggestion that the person did not move to, and
 * keeps the form from being sent.
 */
function isListEnter(event: SyntheticEvent, reason: AutocompleteChangeReason): boolean {
  return reason === 'createOption' && event.isDefaultPrevented();
}
