import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type Mapping, sampleCells } from './guess-columns.ts';
import type { Table } from './header.ts';

interface Props<Field extends string> {
  table: Table;
  fields: readonly Field[];
  names: Record<Field, string>;
  mapping: Mapping<Field>;
  required?: Field;
  none?: string;
  emptyText?: string;
  onChange: (mapping: Mapping<Field>) => void;
}

export function ColumnMapping<Field extends string>({
  table,
  fields,
  names,
  mapping,
  required,
  none,
  emptyText,
  onChange,
}: Props<Field>) {
  const { t } = useLingui();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', gap: 2 }}>
      {fields.map((field) => {
        const column = mapping[field];
        const cells = column === undefined ? [] : new Set(sampleCells(table, column));
        const sample = [...cells].slice(0, 3).map((cell) => cell.slice(0, 60));
        return (
          <TableColumnSelect
            key={field}
            table={table}
            label={names[field]}
            column={column}
            required={field === required}
            none={none ?? t`Ninguna columna`}
            helperText={column === undefined ? ' ' : sample.join(' · ') || (emptyText ?? t`Está vacía.`)}
            onChange={(next) => onChange({ ...mapping, [field]: next })}
          />
        );
      })}
    </Box>
  );
}

interface SelectProps {
  table: Table;
  label: string;
  column: number | undefined;
  required?: boolean;
  /** This text stands for no column. */
  none?: string;
  helperText?: string;
  onChange: (column: number | undefined) => void;
}

export function TableColumnSelect({
  table,
  label,
  column,
  required,
  none,
  helperText,
  onChange,
}: SelectProps) {
  return (
    <TextField
      select
      label={label}
      required={required}
      value={column === undefined ? '' : String(column)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      helperText={helperText}
      slotProps={{
        select: { displayEmpty: true },
        inputLabel: { shrink: true, required: false },
        formHelperText: { sx: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
      }}
      fullWidth
    >
      {none && <MenuItem value="">{none}</MenuItem>}
      {table.columns.map((name, at) => (
        <MenuItem key={name} value={String(at)}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
