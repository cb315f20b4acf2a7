import { useLingui } from '@lingui/react/macro';
import Autocomplete, { type AutocompleteChangeReason } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { foldForMatching } from '#matching/normalize.ts';
import { suggest } from '#matching/suggest.ts';
import { cityListQuery } from '#console/catalogs/catalogs.ts';
import { useRegions } from '#console/catalogs/regions.ts';
import { useErrorMessage } from '#console/forms/field-error-text.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { useAgenciesText } from './agencies-text.ts';
import type { AgencyFormValues, EditableField } from './agency-form.ts';

const PAIR = { display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 } as const;

export function AgencyFields() {
  const text = useAgenciesText();
  const errorTexts = useErrorTexts();
  const { control } = useFormContext<AgencyFormValues>();
  const field = (name: EditableField, type?: 'tel') => (
    <FormTextField
      control={control}
      name={name}
      label={text.field[name]}
      type={type}
      errorText={errorTexts[name]}
    />
  );
  return (
    <>
      {field('Nombre')}
      <Box sx={PAIR}>
        {field('RazonSocial')}
        {field('IdentificacionFiscal')}
      </Box>
      <Box sx={PAIR}>
        {field('Telefono', 'tel')}
        {field('WhatsApp', 'tel')}
      </Box>
      <Box sx={PAIR}>
        <PlaceFields errorTexts={errorTexts} />
      </Box>
      {field('Direccion')}
    </>
  );
}

function useErrorTexts(): Record<EditableField, string> {
  const { t } = useLingui();
  return {
    Nombre: t`Escribí entre 2 y 100 letras.`,
    RazonSocial: t`Escribí hasta 100 letras.`,
    IdentificacionFiscal: t`Escribí hasta 20 letras o números.`,
    Telefono: t`Escribí entre 8 y 20 números, como +54 11 5555 0101.`,
    WhatsApp: t`Escribí entre 8 y 20 números, como +54 9 11 5555 0101.`,
    Region: t`Escribí hasta 200 letras.`,
    Ciudad: t`Escribí hasta 200 letras.`,
    Direccion: t`Escribí hasta 200 letras.`,
  };
}

const MAX_CITIES = 100;
const MIN_CITY_LENGTH = 3;

/** Names that are not suggested can be typed: another deployment may know others. */
function PlaceFields({ errorTexts }: { errorTexts: Record<EditableField, string> }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const getErrorMessage = useErrorMessage();
  const { control, setValue } = useFormContext<AgencyFormValues>();
  const { field: region, fieldState: regionState } = useController({ control, name: 'Region' });
  const { field: city, fieldState: cityState } = useController({ control, name: 'Ciudad' });
  const regions = useRegions();
  const regionNames = regions.map(({ name }) => name as string).toSorted((a, b) => a.localeCompare(b, 'es'));
  const knownRegion = regions.find(
    ({ name }) => foldForMatching(name) === foldForMatching(region.value.trim()),
  );
  const cityText = city.value.trim();
  const request = knownRegion
    ? { region: knownRegion.id }
    : cityText.length >= MIN_CITY_LENGTH
      ? { q: cityText }
      : undefined;
  const cityList = useQuery(
    request ? cityListQuery(request) : { ...cityListQuery({ q: '' }), queryFn: skipToken, enabled: false },
  );
  const cities = request ? (cityList.data ?? []) : [];
  const regionOptions = suggest(regionNames, region.value, (name) => [name]);
  const cityOptions = suggest(cities, cityText, ({ name }) => [name]).slice(0, MAX_CITIES);
  const changeRegion = (value: string) => {
    // The city was chosen for the previous region.
    if (knownRegion && foldForMatching(value.trim()) !== foldForMatching(knownRegion.name) && city.value)
      setValue('Ciudad', '', { shouldDirty: true });
    region.onChange(value);
  };
  return (
    <>
      <Autocomplete
        freeSolo
        clearText={t`Limpiar`}
        autoHighlight={region.value.trim() !== ''}
        options={regionNames}
        inputValue={region.value}
        onInputChange={(_event, value, reason) => reason !== 'reset' && changeRegion(value)}
        onChange={(event, value, reason) =>
          changeRegion((isEnterInOpenList(event, reason) && regionOptions[0]) || (value ?? ''))
        }
        onBlur={region.onBlur}
        value={null}
        filterOptions={() => regionOptions}
        renderInput={(props) => (
          <TextField
            // oxlint-disable-next-line react/jsx-props-no-spreading -- contract of `renderInput`
            {...props}
            inputRef={region.ref}
            label={text.field.Region}
            error={regionState.invalid}
            helperText={getErrorMessage(regionState.error, errorTexts.Region)}
          />
        )}
      />
      <Autocomplete
        freeSolo
        clearText={t`Limpiar`}
        autoHighlight={cityText !== ''}
        // While suggestions load, Enter would submit the form with half a name.
        onKeyDown={(event) => event.key === 'Enter' && cityList.isLoading && event.preventDefault()}
        options={cities}
        getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
        inputValue={city.value}
        onInputChange={(_event, value, reason) => reason !== 'reset' && city.onChange(value)}
        onChange={(event, value, reason) => {
          const option = (isEnterInOpenList(event, reason) && cityOptions[0]) || value;
          if (option === null || typeof option === 'string') return city.onChange(option ?? '');
          city.onChange(option.name);
          if (option.region) setValue('Region', option.region, { shouldDirty: true });
        }}
        onBlur={city.onBlur}
        value={null}
        filterOptions={() => cityOptions}
        renderOption={({ key, ...props }, { id, name, region: regionName }) => (
          // oxlint-disable-next-line react/jsx-props-no-spreading -- contract of `renderOption`
          <li key={`${key} ${id}`} {...props}>
            <ListItemText primary={name} secondary={!knownRegion && regionName} />
          </li>
        )}
        renderInput={(props) => (
          <TextField
            // oxlint-disable-next-line react/jsx-props-no-spreading -- contract of `renderInput`
            {...props}
            inputRef={city.ref}
            label={text.field.Ciudad}
            error={cityState.invalid}
            helperText={
              getErrorMessage(cityState.error, errorTexts.Ciudad) ??
              (cityList.isError && t`No se pudo cargar la lista de ciudades; se puede escribir el nombre.`)
            }
          />
        )}
      />
    </>
  );
}

/** MUI then commits the typed text and not the highlighted suggestion. */
function isEnterInOpenList(event: SyntheticEvent, reason: AutocompleteChangeReason): boolean {
  return reason === 'createOption' && event.isDefaultPrevented();
}
