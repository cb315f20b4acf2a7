import { Trans, useLingui } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import type { ExportOptions } from './export-options.ts';

interface Props {
  options: ExportOptions;
  onChange: (change: Partial<ExportOptions>) => void;
}

export function FormatFields({ options, onChange }: Props) {
  const { t, i18n } = useLingui();
  const formatLabelId = useId();
  const headersLabelId = useId();
  const { format, locale, headers, bom } = options;
  const handleFormat = (value: string) => {
    if (value === 'json' || value === 'xlsx')
      onChange({ format: value, locale: i18n.locale === 'en' ? 'en' : 'es' });
    else onChange({ format: 'csv', locale: value === 'en' ? 'en' : 'es' });
  };
  return (
    <>
      <FormControl>
        <FormLabel id={formatLabelId}>
          <Trans>Cómo se escribe</Trans>
        </FormLabel>
        <RadioGroup
          aria-labelledby={formatLabelId}
          value={format === 'csv' ? locale : format}
          onChange={({ target }) => handleFormat(target.value)}
        >
          <FormControlLabel
            value="xlsx"
            control={<Radio size="small" />}
            label={t`Para Excel: libro XLSX, con textos, números y fechas`}
          />
          <FormControlLabel
            value="es"
            control={<Radio size="small" />}
            label={t`Para planillas en español: CSV, punto y coma entre celdas, 1234,5`}
          />
          <FormControlLabel
            value="en"
            control={<Radio size="small" />}
            label={t`Para planillas en inglés: CSV, coma entre celdas, 1234.5`}
          />
          <FormControlLabel
            value="json"
            control={<Radio size="small" />}
            label={t`Para programas: JSON, con números y horarios ISO 8601`}
          />
        </RadioGroup>
        {format === 'csv' && (
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
        )}
      </FormControl>
      <FormControl>
        <FormLabel id={headersLabelId}>
          <Trans>Nombres de las columnas</Trans>
        </FormLabel>
        <RadioGroup
          aria-labelledby={headersLabelId}
          value={headers}
          onChange={({ target }) =>
            onChange({ headers: target.value === 'interface' ? 'interface' : 'names' })
          }
        >
          <FormControlLabel
            value="names"
            control={<Radio size="small" />}
            label={t`Los de esta ventana, en el idioma del archivo`}
          />
          <FormControlLabel
            value="interface"
            control={<Radio size="small" />}
            label={t`Los de la interfaz, como Interesado.Nombre`}
          />
        </RadioGroup>
      </FormControl>
    </>
  );
}
