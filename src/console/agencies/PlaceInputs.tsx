import { useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useController, useFormState, useWatch } from 'react-hook-form';
import { fold } from '#matching/normalise.ts';
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
  const changeRegion = (value: string) => {
    if (value !== typedRegion && typedCity) form.setValue('Ciudad', '', { shouldDirty: true });
    region.onChange(value);
  };
  return (
    <div className={parts.pair}>
      <Autocomplete
        freeSolo
        options={regionNames}
        inputValue={typedRegion}
        onInputChange={(_event, value, reason) => reason !== 'reset' && changeRegion(value)}
        onChange={(_event, value) => changeRegion(value ?? '')}
        onBlur={region.onBlur}
        value={null}
        filterOptions={(options) => options.filter((name) => fold(name).includes(fold(typedRegion.trim())))}
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
        options={cities}
        getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
        inputValue={typedCity}
        onInputChange={(_event, value, reason) => reason !== 'reset' && city.onChange(value)}
        onChange={(_event, value) => {
          if (value === null || typeof value === 'string') return city.onChange(value ?? '');
          city.onChange(value.name);
          if (!typedRegion.trim() && value.region)
            form.setValue('Region', value.region, { shouldDirty: true });
        }}
        onBlur={city.onBlur}
        value={null}
        filterOptions={(options) =>
          options.filter(({ name }) => fold(name).includes(fold(part))).slice(0, CITIES_SHOWN)
        }
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
              (list.isError ? t`La lista de ciudades no llegó; se puede escribir el nombre.` : undefined)
            }
          />
        )}
      />
    </div>
  );
}
