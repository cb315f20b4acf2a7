import { useLingui } from '@lingui/react/macro';
import Autocomplete, { type AutocompleteChangeReason } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { EditableField } from '#contract/agencies.ts';
import { foldForMatching } from '#matching/normalize.ts';
import { suggest } from '#matching/suggest.ts';
import { cityNamesQuery } from '#console/catalogs/catalogs.ts';
import { useSession } from '#console/session/session.ts';
import type { Entry } from '#console/catalogs/entries.ts';
import { useRegions } from '#console/catalogs/regions.ts';
import { useErrorMessage } from '#console/forms/field-error-text.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { useAgenciesText } from './agencies-text.ts';
import type { AgencyFormValues } from './agency-form.ts';

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

const MAX_SUGGESTED_PLACES = 100;
const MIN_CITY_LENGTH = 3;

function PlaceFields({ errorTexts }: { errorTexts: Record<EditableField, string> }) {
  const { t } = useLingui();
  const { control, setValue } = useFormContext<AgencyFormValues>();
  const { referenceType } = useSession();
  const [regionText, cityText] = useWatch({ control, name: ['Region', 'Ciudad'] });
  const regions = useRegions()
    .map(({ id, name }) => ({ id: String(id), name: name as string, region: null }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'));
  const knownRegion = regions.find(
    ({ name }) => foldForMatching(name) === foldForMatching(regionText.trim()),
  );
  const request = knownRegion
    ? { region: Number(knownRegion.id) }
    : cityText.trim().length >= MIN_CITY_LENGTH
      ? { q: cityText.trim() }
      : undefined;
  const cityList = useQuery(
    request
      ? cityNamesQuery(request, referenceType)
      : { ...cityNamesQuery({ q: '' }, referenceType), queryFn: skipToken, enabled: false },
  );
  const changeRegion = (text: string) => {
    // The city was chosen for the previous region.
    if (knownRegion && foldForMatching(text.trim()) !== foldForMatching(knownRegion.name) && cityText)
      setValue('Ciudad', '', { shouldDirty: true });
  };
  return (
    <>
      <PlaceField name="Region" places={regions} errorText={errorTexts.Region} onChange={changeRegion} />
      <PlaceField
        name="Ciudad"
        places={request ? (cityList.data ?? []) : []}
        showsRegion={!knownRegion}
        isLoading={cityList.isLoading}
        note={cityList.isError && t`No se pudo cargar la lista de ciudades; se puede escribir el nombre.`}
        errorText={errorTexts.Ciudad}
        onChange={(_text, place) => place?.region && setValue('Region', place.region, { shouldDirty: true })}
      />
    </>
  );
}

interface PlaceFieldProps {
  name: 'Region' | 'Ciudad';
  places: readonly Pick<Entry, 'id' | 'name' | 'region'>[];
  showsRegion?: boolean;
  isLoading?: boolean;
  note?: ReactNode;
  errorText: string;
  onChange: (text: string, place?: Pick<Entry, 'region'>) => void;
}

/** Names that are not suggested can be typed: another deployment may know others. */
function PlaceField({ name, places, showsRegion, isLoading, note, errorText, onChange }: PlaceFieldProps) {
  const text = useAgenciesText();
  const getErrorMessage = useErrorMessage();
  const { field, fieldState } = useController<AgencyFormValues, typeof name>({ name });
  const options = suggest(places, field.value, (place) => [place.name]).slice(0, MAX_SUGGESTED_PLACES);
  const change = (value: string, place?: Pick<Entry, 'region'>) => {
    field.onChange(value);
    onChange(value, place);
  };
  return (
    <Autocomplete
      freeSolo
      autoHighlight={field.value.trim() !== ''}
      // While suggestions load, Enter would submit the form with half a name.
      onKeyDown={(event) => event.key === 'Enter' && isLoading && event.preventDefault()}
      options={places}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
      inputValue={field.value}
      onInputChange={(_event, value, reason) => reason !== 'reset' && change(value)}
      onChange={(event, value, reason) => {
        const option = (isEnterInOpenList(event, reason) && options[0]) || value;
        if (option === null || typeof option === 'string') change(option ?? '');
        else change(option.name, option);
      }}
      onBlur={field.onBlur}
      value={null}
      filterOptions={() => options}
      renderOption={({ key, ...props }, place) => (
        <li key={`${key} ${place.id}`} {...props}>
          <ListItemText primary={place.name} secondary={showsRegion && place.region} />
        </li>
      )}
      renderInput={(props) => (
        <TextField
          {...props}
          inputRef={field.ref}
          label={text.field[name]}
          error={fieldState.invalid}
          helperText={getErrorMessage(fieldState.error, errorText) ?? note}
        />
      )}
    />
  );
}

/** MUI then commits the typed text and not the highlighted suggestion. */
function isEnterInOpenList(event: SyntheticEvent, reason: AutocompleteChangeReason): boolean {
  return reason === 'createOption' && event.isDefaultPrevented();
}
