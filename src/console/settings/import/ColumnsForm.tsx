import { useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { ColumnMapping } from '#console/table-file/ColumnMapping.tsx';
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
  const hasClue = [columns.phone, columns.mail, columns.sid].some((column) => column !== undefined);
  const hasContent = [columns.status, columns.note].some((column) => column !== undefined);
  return (
    <>
      <ColumnMapping
        table={table}
        fields={IMPORT_FIELDS}
        names={text.field}
        mapping={columns}
        none={t`Ninguna columna`}
        emptyText={t`Está vacía.`}
        onChange={onColumnsChange}
      />
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
