import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef } from 'react';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { MAX_HEADER_ROWS } from './header.ts';
import type { Separator } from './parse-table.ts';
import { TableProblem, type TableProblemCode } from './table-problem.ts';
import type { TableInputState } from './use-table-input.ts';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values';

interface Props {
  label: string;
  input: TableInputState;
}

export function TableInput({ label, input }: Props) {
  const { t } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  const { file, isReading, error, rows } = input;
  const drop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    input.chooseFile(dropped);
  };
  return (
    <Stack spacing={2} useFlexGap onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <TextField
        label={label}
        multiline
        disabled={file !== undefined}
        onChange={({ target }) => input.changeText(target.value)}
        slotProps={{
          // MUI's element grows by measuring the whole text, so this one is plain.
          input: { inputComponent: 'textarea' },
          htmlInput: { rows: 6, spellCheck: false, style: { resize: 'vertical', fontFamily: 'monospace' } },
          inputLabel: { shrink: true },
        }}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button variant="outlined" onClick={() => picker.current?.click()}>
          <Trans>Elegir un archivo</Trans>
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={t`Archivo CSV o XLSX`}
          onChange={({ target }) => {
            input.chooseFile(target.files?.[0]);
            target.value = '';
          }}
        />
        {file ? (
          <Chip label={file.name} onDelete={() => input.chooseFile(undefined)} />
        ) : (
          <Typography variant="body2" color="textSecondary">
            <Trans>CSV o XLSX, hasta 10.000 filas y 5 MB.</Trans>{' '}
            <Box component="span" sx={{ '@media (hover: none)': { display: 'none' } }}>
              <Trans>También se puede soltar acá.</Trans>
            </Box>
          </Typography>
        )}
      </Stack>
      {isReading && <LinearProgress aria-label={t`Leyendo la tabla`} />}
      {error && !isReading && <ReadFailure error={error} onRetry={input.retry} />}
      {rows && !isReading && <TableOptions input={input} rows={rows} />}
    </Stack>
  );
}

function ReadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const texts = useTableProblemText();
  return error instanceof TableProblem ? (
    <Alert severity="error" variant="outlined">
      {texts[error.code]}
    </Alert>
  ) : (
    <FailureAlert error={error} onRetry={onRetry} />
  );
}

function TableOptions({ input, rows }: { input: TableInputState; rows: readonly string[][] }) {
  const { t } = useLingui();
  const { table, file, separator, split } = input;
  const rowCount = table?.rows.length ?? rows.length;
  const columnCount = table?.columns.length ?? rows[0]?.length ?? 0;
  const splitNames = split.map((name) => `«${name}»`).join(', ');
  const names: Record<Separator, string> = {
    auto: t`Automático`,
    '\t': t`Tabulador`,
    ';': t`Punto y coma`,
    ',': t`Coma`,
    none: t`Ninguno: una sola columna`,
  };
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1.5 }}>
        <Typography component="output">
          {t`${plural(rowCount, { one: '# fila', other: '# filas' })}`} ·{' '}
          {t`${plural(columnCount, { one: '# columna', other: '# columnas' })}`}
        </Typography>
        <RowChoices input={input} rows={rows} />
        {!file?.name.toLowerCase().endsWith('.xlsx') && (
          <TextField
            select
            size="small"
            label={t`Separador`}
            value={separator}
            onChange={({ target }) => input.setSeparator(target.value as Separator)}
            sx={{ width: { xs: '100%', sm: 240 } }}
          >
            {Object.entries<string>(names).map(([value, name]) => (
              <MenuItem key={value} value={value}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Stack>
      {splitNames !== '' && (
        <Alert severity="info" variant="outlined">
          <Trans>{splitNames} tiene varios datos en cada celda: se separó en columnas.</Trans>
        </Alert>
      )}
    </>
  );
}

function useTableProblemText(): Record<TableProblemCode, string> {
  const { t } = useLingui();
  return {
    empty: t`No hay ningún dato para leer.`,
    'too-large': t`Es demasiado grande: se pueden leer hasta 5 MB. Dividilo en partes.`,
    'too-many-rows': t`Tiene más de 10.000 filas. Dividila en partes.`,
    'too-many-columns': t`Tiene más de 200 columnas. Revisá el separador, o dejá solo las que hacen falta.`,
    'too-slow': t`Leerlo tarda demasiado y se detuvo. Guardalo como CSV, o dividilo en partes.`,
    xls: t`Es un libro de Excel anterior a 2007. Guardalo como XLSX o CSV y volvé a elegirlo.`,
    'not-a-table': t`No es un archivo CSV ni XLSX.`,
    damaged: t`El archivo no se puede leer: está dañado, tiene contraseña o no es un libro de Excel.`,
  };
}

const NO_HEADER = 'none';
const SHOWN_CELLS = 4;
const SHOWN_CELL_LENGTH = 24;

interface RowChoicesProps {
  input: TableInputState;
  rows: readonly string[][];
}

function RowChoices({ input, rows }: RowChoicesProps) {
  const { t } = useLingui();
  const { parts } = input;
  const tops = rows.slice(0, MAX_HEADER_ROWS).map((cells, at) => ({ at, label: describeRow(cells, at) }));
  const skippedCount = parts ? parts.firstRow - (parts.header === undefined ? 0 : 1) : 0;
  const chooseHeader = (value: string) => {
    const header = value === NO_HEADER ? undefined : Number(value);
    input.setParts({ header, firstRow: header === undefined ? 0 : header + 1 });
  };
  const width = { xs: '100%', sm: 260 };
  return (
    <>
      {!parts && (
        <Alert severity="warning" variant="outlined" sx={{ width: '100%' }}>
          <Trans>No está claro qué fila tiene los nombres de las columnas. Elegila para seguir.</Trans>
        </Alert>
      )}
      <TextField
        select
        size="small"
        label={t`Encabezado`}
        value={parts ? String(parts.header ?? NO_HEADER) : ''}
        onChange={({ target }) => chooseHeader(target.value)}
        sx={{ width }}
      >
        <MenuItem value={NO_HEADER}>{t`Sin encabezado`}</MenuItem>
        {tops.map(({ at, label }) => (
          <MenuItem key={at} value={String(at)}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {parts && rows.length > 1 && (
        <TextField
          select
          size="small"
          label={t`Primera fila con datos`}
          value={String(parts.firstRow)}
          onChange={({ target }) => input.setParts({ ...parts, firstRow: Number(target.value) })}
          sx={{ width }}
        >
          {listFirstRows(rows, parts.header).map(({ at, label }) => (
            <MenuItem key={at} value={String(at)}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )}
      {skippedCount > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t`${plural(skippedCount, { one: 'Se saltea # fila.', other: 'Se saltean # filas.' })}`}
        </Typography>
      )}
    </>
  );
}

function listFirstRows(rows: readonly string[][], header: number | undefined) {
  const start = header === undefined ? 0 : header + 1;
  return rows
    .slice(start, start + MAX_HEADER_ROWS)
    .map((cells, at) => ({ at: start + at, label: describeRow(cells, start + at) }));
}

function describeRow(cells: readonly string[], at: number): string {
  const shown = cells
    .filter((cell) => cell !== '')
    .slice(0, SHOWN_CELLS)
    .map((cell) => cell.slice(0, SHOWN_CELL_LENGTH));
  return `${at + 1}: ${shown.join(' · ')}`;
}
