import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { MATCH_KINDS, MAX_VALUE_LENGTH, type MatchKind } from '#contract/desk/matching.ts';
import { queryClient } from '#console/api/query-client.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { TableColumnSelect } from '#console/table-file/ColumnMapping.tsx';
import type { Table } from '#console/table-file/header.ts';
import { type OpenTable, TablePage } from '#console/table-file/TablePage.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { Section } from '#console/ui/Section.tsx';
import { type ColumnValue, groupValues, toCell } from './column-answers.ts';
import { contentScoresQuery } from './column-queries.ts';
import { addMatchRun, matchRunListQuery, matchRunQuery, readRunId, runPath } from './match-run-queries.ts';
import { MatchRunSection } from './MatchRunSection.tsx';
import { RecentRuns } from './RecentRuns.tsx';
import { type ColumnChoice, suggestColumns } from './suggest-columns.ts';

function ColumnPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const id = readRunId(search);
  const query = useQuery({ ...matchRunQuery(id), enabled: id !== '' });
  // The gateway has the compared column alone; the tab that compared it exports the whole table.
  const [tables, setTables] = useState<ReadonlyMap<string, Table>>(new Map());
  const table = tables.get(id);
  const page = {
    title: t`Comparar una columna`,
    tab: [id === '' ? undefined : query.data?.column.name, t`Comparar una columna`, t`Catálogos`],
  };
  const run = id !== '' && query.data && <MatchRunSection key={id} run={query.data} table={table} />;
  if (id !== '' && !table)
    return (
      <DetailPage
        {...page}
        freshness={query}
        actions={
          <Button component={Link} to={paths.column()} variant="outlined" color="inherit">
            <Trans>Comparar otra columna</Trans>
          </Button>
        }
        loadingLabel={t`Cargando la comparación`}
        query={query}
      >
        {() => (
          <>
            <CatalogTabs />
            {run}
          </>
        )}
      </DetailPage>
    );
  return (
    <TablePage
      {...page}
      tabs={<CatalogTabs />}
      help="matching"
      description={
        <Trans>
          Pegá una columna o una tabla de tu planilla, o elegí un archivo. Cada valor se compara con el
          catálogo, y el mismo valor recibe la misma respuesta.
        </Trans>
      }
      label={t`Columna o tabla`}
      after={id === '' ? <RecentRuns /> : run}
    >
      {(open) => (
        <ColumnMatching
          {...open}
          onStarted={(started) => setTables((previous) => new Map(previous).set(started, open.table))}
        />
      )}
    </TablePage>
  );
}

function ColumnMatching({
  table,
  tableKey,
  fileName,
  leave,
  onStarted,
}: OpenTable & { onStarted: (id: string) => void }) {
  const { t } = useLingui();
  const scores = useQuery(contentScoresQuery(tableKey, table));
  const [chosen, setChosen] = useState<ColumnChoice>();
  const suggested = suggestColumns(
    table,
    (column, catalog) => scores.data?.find((score) => score.catalog === catalog)?.byColumn[column] ?? 0,
  );
  const choice = chosen ?? suggested;
  const { column, catalog } = choice;
  const province = catalog === 'city' ? choice.province : undefined;
  const { values } = groupValues(table.rows, column, province);
  const add = useMutation({
    ...addMatchRun,
    onSuccess: (_reply, { id }) => {
      onStarted(id);
      leave(runPath(id));
    },
  });
  const start = () => {
    setChosen(choice);
    const toColumn = (at: number) => ({
      name: toCell(table.columns[at]),
      cells: table.rows.map((row) => toCell(row[at])),
    });
    add.mutate({
      id: crypto.randomUUID(),
      catalog,
      name: fileName.slice(-MAX_VALUE_LENGTH).toWellFormed(),
      column: toColumn(column),
      province: province === undefined ? null : toColumn(province),
    });
  };
  return (
    <Section title={t`Qué se compara`}>
      {scores.isLoading && !chosen ? (
        <LinearProgress aria-label={t`Mirando qué hay en las columnas`} />
      ) : (
        <ColumnSettings
          table={table}
          choice={choice}
          values={values}
          isStarting={add.isPending}
          onChange={setChosen}
          onStart={start}
        />
      )}
      {add.error && <FormAlert error={add.error} />}
    </Section>
  );
}

const SHOWN_VALUES = 6;
const COLUMN_WIDTH = { flex: '1 1 200px', maxWidth: { sm: 320 } };

interface SettingsProps {
  table: Table;
  choice: ColumnChoice;
  values: readonly ColumnValue[];
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

export const loader = ({ url }: LoaderFunctionArgs) => {
  const id = readRunId(url.searchParams);
  return id === ''
    ? queryClient.prefetchQuery(matchRunListQuery())
    : queryClient.prefetchQuery(matchRunQuery(id));
};

export { ColumnPage as Component };
