import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Table } from '#console/table-file/header.ts';
import { type Mapping, MEMBERS } from './members.ts';
import { useInviteManyText } from './invite-many-text.ts';

const SAMPLE_VALUES = 3;
const NO_COLUMN = '';

interface Props {
  table: Table;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

export function ColumnMapping({ table, mapping, onChange }: Props) {
  const { t } = useLingui();
  const text = useInviteManyText();
  const used = new Set(Object.values(mapping));
  const unused = table.columns.filter((_, column) => !used.has(column)).join(', ');
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr', md: '1fr 1fr 1fr' }, gap: 2 }}>
        {MEMBERS.map((member) => {
          const column = mapping[member];
          return (
            <TextField
              key={member}
              select
              size="small"
              label={text.member[member]}
              required={member === 'AdminMail'}
              value={column === undefined ? NO_COLUMN : String(column)}
              onChange={({ target }) =>
                onChange({
                  ...mapping,
                  [member]: target.value === NO_COLUMN ? undefined : Number(target.value),
                })
              }
              helperText={
                column === undefined ? ' ' : listSample(table, column) || t`Esta columna está vacía.`
              }
              slotProps={{
                select: { displayEmpty: true },
                inputLabel: { shrink: true, required: false },
                formHelperText: {
                  sx: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
                },
              }}
              sx={{ minWidth: 0 }}
            >
              <MenuItem value={NO_COLUMN}>{t`Ninguna`}</MenuItem>
              {table.columns.map((name, at) => (
                <MenuItem key={name} value={String(at)}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          );
        })}
      </Box>
      <Typography variant="body2" color="textSecondary">
        <Trans>Lo que elijas se recuerda para el próximo archivo con estos nombres.</Trans>{' '}
        {unused !== '' && <Trans>Sin usar: {unused}.</Trans>}
      </Typography>
    </>
  );
}

function listSample({ rows }: Table, column: number): string {
  const cells = rows.slice(0, 50).map((row) => (row[column] ?? '').slice(0, 60));
  return [...new Set(cells)].filter(Boolean).slice(0, SAMPLE_VALUES).join(' · ');
}
