import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MAX_HEADER_ROWS } from './header.ts';
import type { TableInputState } from './use-table-input.ts';

const NO_HEADER = 'none';
const SHOWN_CELLS = 4;
const SHOWN_LENGTH = 24;

interface Props {
  input: TableInputState;
  rows: readonly string[][];
}

export function RowChoices({ input, rows }: Props) {
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
    .map((cell) => cell.slice(0, SHOWN_LENGTH));
  return `${at + 1}: ${shown.join(' · ')}`;
}
