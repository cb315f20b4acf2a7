import { useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import type { Table } from '#console/table-file/header.ts';
import { IMPORT_FIELDS, type ImportColumns } from './import-columns.ts';
import { useImportText } from './import-text.ts';

interface Props {
  table: Table;
  columns: ImportColumns;
  agencies: readonly string[];
  answerDates: boolean;
  onColumnsChange: (columns: ImportColumns) => void;
  onAnswerDatesChange: (answerDates: boolean) => void;
  onAgenciesChange: (agencies: readonly string[]) => void;
}

export function ColumnsForm({
  table,
  columns,
  agencies,
  answerDates,
  onColumnsChange,
  onAnswerDatesChange,
  onAgenciesChange,
}: Props) {
  const { t } = useLingui();
  const text = useImportText();
  const getSample = (column: number) =>
    [...new Set(table.rows.slice(0, 50).map((row) => row[column] ?? ''))]
      .filter((cell) => cell !== '')
      .slice(0, 3)
      .join(' · ');
  const hasClue = [columns.phone, columns.mail, columns.sid].some((column) => column !== undefined);
  const hasContent = [columns.status, columns.note].some((column) => column !== undefined);
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', gap: 2 }}>
        {IMPORT_FIELDS.map((field) => {
          const column = columns[field];
          return (
            <TextField
              key={field}
              select
              label={text.field[field]}
              value={column === undefined ? '' : String(column)}
              onChange={({ target }) =>
                onColumnsChange({
                  ...columns,
                  [field]: target.value === '' ? undefined : Number(target.value),
                })
              }
              helperText={column === undefined ? ' ' : getSample(column) || t`Está vacía.`}
              slotProps={{
                select: { displayEmpty: true },
                inputLabel: { shrink: true },
                formHelperText: {
                  sx: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
                },
              }}
            >
              <MenuItem value="">{t`Ninguna columna`}</MenuItem>
              {table.columns.map((name, at) => (
                <MenuItem key={name} value={String(at)}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          );
        })}
      </Box>
      {columns.date !== undefined && columns.status !== undefined && (
        <div>
          <FormControlLabel
            label={t`La fecha es de cuando se respondió`}
            control={
              <Checkbox checked={answerDates} onChange={(_event, isOn) => onAnswerDatesChange(isOn)} />
            }
          />
          <Typography variant="body2" color="textSecondary">
            {answerDates
              ? t`Los tiempos de respuesta la cuentan en esa fecha.`
              : t`Las respuestas que se importen no cuentan en los tiempos de respuesta.`}
          </Typography>
        </div>
      )}
      <AgencyAutocomplete
        multiple
        value={[...agencies]}
        onChange={(_event, chosen) => onAgenciesChange(chosen)}
        label={t`Agencias en las que se busca`}
        helperText={agencies.length === 0 ? t`Todas.` : undefined}
      />
      {!hasClue && (
        <Alert severity="warning" variant="outlined">
          {t`Elegí la columna del teléfono, del correo o del sid: por ella se encuentra la consulta.`}
        </Alert>
      )}
      {!hasContent && (
        <Alert severity="warning" variant="outlined">
          {t`Elegí la columna del estado o de la nota: es lo que se importa.`}
        </Alert>
      )}
    </>
  );
}
