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
import type { ExportOptions } from './export-options.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import type { ExportScope } from './export-query.ts';
import { ScopeFacts } from './ScopeFacts.tsx';

const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  scope: ExportScope;
  options: ExportOptions;
  /** IANA name of the zone of the times in the file. */
  zone: string;
  onChange: (change: Partial<ExportOptions>) => void;
  onZoneChange: (zone: string) => void;
  onSubmit: () => void;
  onClose: () => void;
}

export function ExportForm({ scope, options, zone, onChange, onZoneChange, onSubmit, onClose }: Props) {
  const { t } = useLingui();
  const formatLabelId = useId();
  const { columns, locale, bom } = options;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={handleSubmit} style={{ display: 'contents' }}>
      <DialogContent>
        <Stack spacing={2.5}>
          <ScopeFacts scope={scope} />
          <ColumnSelect selected={columns} onChange={(selected) => onChange({ columns: selected })} />
          <Autocomplete
            // The server may know a zone that the browser does not.
            options={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
            value={zone}
            disableClearable
            autoHighlight
            disablePortal
            onChange={(_event, zone) => onZoneChange(zone)}
            getOptionLabel={zoneName}
            filterOptions={(options, { inputValue }) =>
              suggest(options, inputValue, (name) => [zoneName(name), name.replaceAll('_', ' ')])
            }
            noOptionsText={t`Ninguna zona se llama así.`}
            renderInput={(props) => (
              <TextField
                // oxlint-disable-next-line react/jsx-props-no-spreading -- required by Autocomplete
                {...props}
                label={t`Zona horaria de los horarios`}
              />
            )}
          />
          <FormControl>
            <FormLabel id={formatLabelId}>
              <Trans>Cómo se escribe</Trans>
            </FormLabel>
            <RadioGroup
              aria-labelledby={formatLabelId}
              value={locale}
              onChange={({ target }) => onChange({ locale: target.value === 'en' ? 'en' : 'es' })}
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
                  onChange={(_event, checked) => onChange({ bom: checked })}
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
