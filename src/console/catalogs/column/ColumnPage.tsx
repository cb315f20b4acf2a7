import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MATCH_KINDS, type MatchKind } from '#contract/desk/matching.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { createRunLoader } from '#console/catalogs/runs/run-queries.ts';
import { toRunColumns } from '#console/catalogs/runs/run-table.ts';
import { RunPage, type StartProps } from '#console/catalogs/runs/RunPage.tsx';
import { type RunValue, groupColumns, listValues } from '#console/catalogs/runs/value-answers.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { TableColumnSelect } from '#console/table-file/ColumnMapping.tsx';
import type { Table } from '#console/table-file/header.ts';
import { Section } from '#console/ui/Section.tsx';
import { contentScoresQuery } from './column-queries.ts';
import { ColumnRun } from './ColumnRun.tsx';
import { type ColumnChoice, suggestColumns } from './suggest-columns.ts';

function ColumnPage() {
  const { t } = useLingui();
  return (
    <RunPage
      kind="column"
      title={t`Comparar una columna`}
      tab={[t`Comparar una columna`, t`Catálogos`]}
      description={
        <Trans>
          Pegá una columna o una tabla de tu planilla, o elegí un archivo. Cada valor se compara con el
          catálogo, y el mismo valor recibe la misma respuesta.
        </Trans>
      }
      label={t`Columna o tabla`}
      another={{ to: paths.column(), label: t`Comparar otra columna` }}
      loadingLabel={t`Cargando la comparación`}
      renderStart={(start) => <ColumnMatching {...start} />}
      renderRun={(run, table) => <ColumnRun run={run} table={table} />}
    />
  );
}

function ColumnMatching({ table, tableKey, start, isStarting, error }: StartProps) {
  const { t } = useLingui();
  const scores = useQuery(contentScoresQuery(tableKey, table));
  const [chosen, setChosen] = useState<ColumnChoice>();
  const suggested = suggestColumns(
    table,
    (column, catalog) => scores.data?.find((score) => score.catalog === catalog)?.byColumn[column] ?? 0,
  );
  const choice = chosen ?? suggested;
  const { column, catalog } = choice;
  const columns = toRunColumns(table, {
    [catalog]: column,
    ...(catalog === 'city' && { region: choice.province }),
  });
  return (
    <Section title={t`Qué se compara`}>
      {scores.isLoading && !chosen ? (
        <LinearProgress aria-label={t`Mirando qué hay en las columnas`} />
      ) : (
        <ColumnSettings
          table={table}
          choice={choice}
          values={listValues(groupColumns(columns))}
          isStarting={isStarting}
          onChange={setChosen}
          onStart={() => {
            setChosen(choice);
            start(columns);
          }}
        />
      )}
      {error && <FormAlert error={error} />}
    </Section>
  );
}

const SHOWN_VALUES = 6;
const COLUMN_WIDTH = { flex: '1 1 200px', maxWidth: { sm: 320 } };

interface SettingsProps {
  table: Table;
  choice: ColumnChoice;
  values: readonly RunValue[];
  isStarting: boolean;
  onChange: (choice: ColumnChoice) => void;
  onStart: () => void;
}

function ColumnSettings({ table, choice, values, isStarting, onChange, onStart }: SettingsProps) {
  const { t, i18n } = useLingui();
  const { column, catalog, province } = choice;
  const sample = values
    .slice(0, SHOWN_VALUES)
    .map(({ value }) => value)
    .join(' · ');
  return (
    <Stack spacing={2} useFlexGap>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box sx={COLUMN_WIDTH}>
          <TableColumnSelect
            table={table}
            label={t`Columna`}
            column={column}
            onChange={(next) => next !== undefined && onChange({ ...choice, column: next })}
          />
        </Box>
        <TextField
          select
          label={t`Catálogo`}
          value={catalog}
          onChange={({ target }) => onChange({ ...choice, catalog: target.value as MatchKind })}
          sx={{ flex: '1 1 160px', maxWidth: { sm: 240 } }}
        >
          {MATCH_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {i18n._(CATALOGS[kind].title)}
            </MenuItem>
          ))}
        </TextField>
        {catalog === 'city' && (
          <Box sx={COLUMN_WIDTH}>
            <TableColumnSelect
              table={table}
              label={t`Columna de la provincia`}
              column={province}
              none={t`Ninguna`}
              onChange={(next) => onChange({ ...choice, province: next })}
            />
          </Box>
        )}
        <Button variant="contained" disabled={values.length === 0} loading={isStarting} onClick={onStart}>
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

export const loader = createRunLoader('column');

export { ColumnPage as Component };
