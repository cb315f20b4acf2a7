import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MATCH_KINDS, type MatchKind } from '#contract/desk/matching.ts';
import type { Table } from '#console/table-file/header.ts';
import { useColumnText } from './column-text.ts';
import type { ColumnValue } from './column-values.ts';
import type { ColumnChoice } from './suggest-columns.ts';

const SHOWN_VALUES = 6;

interface Props {
  table: Table;
  choice: ColumnChoice;
  values: readonly ColumnValue[];
  isRunning: boolean;
  onChange: (choice: ColumnChoice) => void;
  onStart: () => void;
}

export function ColumnSettings({ table, choice, values, isRunning, onChange, onStart }: Props) {
  const { t } = useLingui();
  const text = useColumnText();
  const { column, catalog, province } = choice;
  const sample = values
    .slice(0, SHOWN_VALUES)
    .map(({ value }) => value)
    .join(' · ');
  const columnItems = table.columns.map((name, at) => (
    <MenuItem key={name} value={String(at)}>
      {name}
    </MenuItem>
  ));
  return (
    <Stack spacing={2} useFlexGap>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <TextField
          select
          label={t`Columna`}
          value={String(column)}
          onChange={({ target }) => onChange({ ...choice, column: Number(target.value) })}
          sx={{ flex: '1 1 200px', maxWidth: { sm: 320 } }}
        >
          {columnItems}
        </TextField>
        <TextField
          select
          label={t`Catálogo`}
          value={catalog}
          onChange={({ target }) => onChange({ ...choice, catalog: target.value as MatchKind })}
          sx={{ flex: '1 1 160px', maxWidth: { sm: 240 } }}
        >
          {MATCH_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {text.catalog[kind]}
            </MenuItem>
          ))}
        </TextField>
        {catalog === 'city' && (
          <TextField
            select
            label={t`Columna de la provincia`}
            value={province === undefined ? '' : String(province)}
            onChange={({ target }) =>
              onChange({ ...choice, province: target.value === '' ? undefined : Number(target.value) })
            }
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ flex: '1 1 200px', maxWidth: { sm: 320 } }}
          >
            <MenuItem value="">{t`Ninguna`}</MenuItem>
            {columnItems}
          </TextField>
        )}
        <Button variant="contained" disabled={values.length === 0 || isRunning} onClick={onStart}>
          {values.length === 0
            ? t`Comparar`
            : t`Comparar ${plural(values.length, { one: '# valor', other: '# valores distintos' })}`}
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary" noWrap>
        {values.length === 0 ? <Trans>Esta columna está vacía.</Trans> : sample}
      </Typography>
    </Stack>
  );
}
