import { useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { suggest } from '#matching/suggest.ts';
import type { HoursForm } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const MAX_ZONE_OPTIONS = 60;

export function TimeZoneField({ form }: { form: HoursForm }) {
  const { t } = useLingui();
  const text = useHoursText();
  const { field, fieldState } = useController({ control: form.control, name: 'zone' });
  const zones = !field.value || ZONES.includes(field.value) ? ZONES : [field.value, ...ZONES];
  return (
    <Autocomplete
      options={zones}
      value={field.value || null}
      disableClearable={field.value !== ''}
      autoHighlight
      // Keeps the options within a landmark.
      disablePortal
      onChange={(_event, zone) => field.onChange(zone ?? '')}
      onBlur={field.onBlur}
      getOptionLabel={text.zone}
      filterOptions={(options, { inputValue }) =>
        suggest(options, inputValue, (zone) => [text.zone(zone), zone.replaceAll('_', ' ')]).slice(
          0,
          MAX_ZONE_OPTIONS,
        )
      }
      noOptionsText={t`Ninguna zona se llama así.`}
      renderInput={(props) => (
        <TextField
          // oxlint-disable-next-line react/jsx-props-no-spreading -- makes it the input of the list
          {...props}
          inputRef={field.ref}
          label={t`Zona horaria`}
          error={Boolean(fieldState.error)}
          helperText={fieldState.error ? t`Elegí una zona de la lista.` : t`Buscá por ciudad o continente.`}
        />
      )}
    />
  );
}
