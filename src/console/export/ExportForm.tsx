import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useId } from 'react';
import { suggest } from '#matching/suggest.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import type { Choices } from './export-options.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import type { ExportScope } from './export-query.ts';
import { ScopeFacts } from './ScopeFacts.tsx';

const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  scope: ExportScope;
  choices: Choices;
  /** IANA name of the zone that times are written in. */
  zone: string;
  onChoose: (part: Partial<Choices>) => void;
  onZone: (zone: string) => void;
  onStart: () => void;
  onClose: () => void;
}

/** What goes into the file, and how it is written. */
export function ExportForm({ scope, choices, zone, onChoose, onZone, onStart, onClose }: Props) {
  const { t } = useLingui();
  const style = useId();
  const { columns, locale, bom } = choices;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onStart();
  };
  return (
    <form onSubmit={onSubmit} style={{ display: 'contents' }}>
      <DialogContent>
        <Stack spacing={2.5}>
          <ScopeFacts scope={scope} />
          <ColumnChoice chosen={columns} onChoose={(chosen) => onChoose({ columns: chosen })} />
          <Autocomplete
            // A browser may know a zone by another name than the server.
            options={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
            value={zone}
            disableClearable
            autoHighlight
            disablePortal
            onChange={(_event, chosen) => onZone(chosen)}
            getOptionLabel={zoneName}
            filterOptions={(options, { inputValue }) =>
              suggest(options, inputValue, (name) => [zoneName(name), name.replaceAll('_', ' ')])
            }
            noOptionsText={t`Ninguna zona se llama así.`}
            renderInput={(props) => (
              <TextField
                // oxlint-disable-next-line react/jsx-props-no-spreading -- what makes it the input of the list
                {...props}
                label={t`Zona horaria de los horarios`}
              />
            )}
          />
          <FormControl>
            <FormLabel id={style}>
              <Trans>Cómo se escribe</Trans>
            </FormLabel>
            <RadioGroup
              aria-labelledby={style}
              value={locale}
              onChange={({ target }) => onChoose({ locale: target.value === 'en' ? 'en' : 'es' })}
            >
              <FormControlLabel
                value="es"
                control={<Radio size="small" />}
                label={t`Para planillas en español: punto y coma entre celdas, 1234,5`}
              />
              <FormControlLabel
                value="en"
                control={<Radio size="small" />}
                label={t`Para planillas en inglés: coma entre celdas, 1234.5`}
              />
            </RadioGroup>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={bom}
                  onChange={(_event, checked) => onChoose({ bom: checked })}
                />
              }
              label={t`Con marca UTF-8 (BOM), para que Excel lea bien los acentos`}
            />
          </FormControl>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Typography variant="body2" color="error" role="alert" sx={{ flex: 1 }}>
          {columns.length === 0 && t`Elegí al menos una columna.`}
        </Typography>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button type="submit" variant="contained" disabled={columns.length === 0}>
          {t`Exportar ${plural(columns.length, { one: '# columna', other: '# columnas' })}`}
        </Button>
      </DialogActions>
    </form>
  );
}
