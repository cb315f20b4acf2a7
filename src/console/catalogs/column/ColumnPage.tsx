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
import {
  MATCH_KINDS,
  type MatchedEntry,
  type MatchedValue,
  type MatchKind,
} from '#contract/desk/matching.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { useColumnText } from '#console/catalogs/match-text.ts';
import { AcceptAbove } from '#console/table-file/AcceptAbove.tsx';
import { TableColumnSelect } from '#console/table-file/ColumnMapping.tsx';
import { formatCsv } from '#console/table-file/format-csv.ts';
import type { Table } from '#console/table-file/header.ts';
import { runLookUp, useLookUp } from '#console/table-file/look-up.ts';
import { type OpenTable, TablePage } from '#console/table-file/TablePage.tsx';
import { saveCsv } from '#console/ui/save-file.ts';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { AnswerActions } from './AnswerActions.tsx';
import {
  type ColumnValue,
  type Decision,
  type Decisions,
  type GroupedColumn,
  type Results,
  type RowState,
  buildRecords,
  findAnswer,
  groupValues,
  listUnsavedAnswers,
} from './column-answers.ts';
import { contentScoresQuery, matchLookUp, saveAnswers } from './column-queries.ts';
import { MatchProgress } from './MatchProgress.tsx';
import { type ColumnChoice, suggestColumns } from './suggest-columns.ts';
import { ColumnContext, ValuesTable, useColumn } from './ValuesTable.tsx';

function ColumnPage() {
  const { t } = useLingui();
  return (
    <TablePage
      title={t`Comparar una columna`}
      tab={[t`Comparar una columna`, t`Catálogos`]}
      tabs={<CatalogTabs />}
      help="matching"
      description={
        <Trans>
          Pegá una columna o una tabla de tu planilla, o elegí un archivo. Cada valor se compara con el
          catálogo, y el mismo valor recibe la misma respuesta.
        </Trans>
      }
      label={t`Columna o tabla`}
    >
      {(open) => <ColumnMatching {...open} />}
    </TablePage>
  );
}

function ColumnMatching({ table, tableKey, fileName, setSaved }: OpenTable) {
  const { t } = useLingui();
  const scores = useQuery(contentScoresQuery(tableKey, table));
  const [chosen, setChosen] = useState<ColumnChoice>();
  const [decisions, setDecisions] = useState<Decisions>(new Map<string, Decision>());
  const [editedKey, setEditedKey] = useState<string>();
  const [accepted, setAccepted] = useState<{ count: number; before: Decisions }>();
  const suggested = suggestColumns(
    table,
    (column, catalog) => scores.data?.find((score) => score.catalog === catalog)?.byColumn[column] ?? 0,
  );
  const choice = chosen ?? suggested;
  const { catalog } = choice;
  const grouped = groupValues(table.rows, choice.column, catalog === 'city' ? choice.province : undefined);
  const { values } = grouped;
  const matching = useLookUp<ColumnValue, MatchedValue>();
  const { results, isRunning, hasStopped } = matching;
  const missing = values.length - results.size;

  const change = (next: Decisions) => {
    setDecisions(next);
    setSaved(false);
  };
  const decide = (key: string, entry: MatchedEntry | null) =>
    change(new Map(decisions).set(key, { entry, by: 'hand' }));
  const undecide = (key: string) => change(new Map([...decisions].filter(([other]) => other !== key)));
  const openValues = values.flatMap(({ key }) => {
    const result = results.get(key);
    return findAnswer(result, decisions.get(key)) ? [] : [{ key, candidates: result?.candidates }];
  });
  const choose = (next: ColumnChoice) => {
    setChosen(next);
    setDecisions(new Map());
    setAccepted(undefined);
    matching.reset();
  };
  const start = () => {
    setChosen(choice);
    setDecisions(new Map());
    setSaved(false);
    matching.start(matchLookUp(catalog, values));
  };
  return (
    <ColumnContext
      value={{ catalog, results, decisions, isRunning, decide, undecide, editedKey, setEditedKey }}
    >
      <Section title={t`Qué se compara`}>
        {scores.isLoading && !chosen ? (
          <LinearProgress aria-label={t`Mirando qué hay en las columnas`} />
        ) : (
          <ColumnSettings
            table={table}
            choice={choice}
            values={values}
            isRunning={isRunning}
            onChange={choose}
            onStart={start}
          />
        )}
        {(isRunning || hasStopped) && (
          <MatchProgress matching={matching} totalCount={values.length} missingCount={missing} />
        )}
      </Section>
      {hasStopped && results.size > 0 && (
        <Section
          title={t`Respuestas`}
          actions={
            <ResultActions
              table={table}
              name={fileName.replace(/\.[^.]+$/, '') || t`columna`}
              grouped={grouped}
              onSaved={() => setSaved(true)}
              onRemembered={matching.setResults}
            />
          }
        >
          <AcceptAbove
            items={openValues}
            onAccept={(items) => {
              setAccepted({ count: items.length, before: decisions });
              const added = items.map(({ item, entry }) => [item.key, { entry, by: 'threshold' }] as const);
              change(new Map<string, Decision>([...decisions, ...added]));
            }}
          />
          <ValuesTable values={values} />
        </Section>
      )}
      <UndoNotice
        done={
          accepted &&
          t`${plural(accepted.count, { one: 'Se aceptó # respuesta', other: 'Se aceptaron # respuestas' })}`
        }
        onUndo={() => {
          if (accepted) change(accepted.before);
          setAccepted(undefined);
        }}
        onClose={() => setAccepted(undefined)}
      />
    </ColumnContext>
  );
}

const SHOWN_VALUES = 6;
const COLUMN_WIDTH = { flex: '1 1 200px', maxWidth: { sm: 320 } };

interface SettingsProps {
  table: OpenTable['table'];
  choice: ColumnChoice;
  values: readonly ColumnValue[];
  isRunning: boolean;
  onChange: (choice: ColumnChoice) => void;
  onStart: () => void;
}

function ColumnSettings({ table, choice, values, isRunning, onChange, onStart }: SettingsProps) {
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

interface ActionsProps {
  table: Table;
  name: string;
  grouped: GroupedColumn;
  onSaved: () => void;
  onRemembered: (results: Results) => void;
}

function ResultActions({ table, name, grouped, onSaved, onRemembered }: ActionsProps) {
  const { t, i18n } = useLingui();
  const text = useColumnText();
  const { catalog, results, decisions, isRunning } = useColumn();
  const unsaved = listUnsavedAnswers(grouped.values, results, decisions);
  const remember = useMutation({
    mutationFn: async () => {
      const answers = unsaved.map(({ value: { value, province }, entry }) => ({
        value,
        province,
        entryId: entry?.id ?? null,
      }));
      await runMutation(saveAnswers, { catalog, answers });
      const next = new Map(results);
      const request = matchLookUp(
        catalog,
        unsaved.map(({ value }) => value),
      );
      await runLookUp(request, new AbortController().signal, (batch) => {
        for (const [key, result] of batch) next.set(key, result);
      });
      return next;
    },
    onSuccess: onRemembered,
  });
  const download = useMutation({
    mutationFn: async () => {
      const prefix = i18n._(CATALOGS[catalog].entryTitle);
      const states: Record<RowState, string> = {
        ...text.source,
        undecided: t`sin decidir`,
        none: t`sin coincidencia`,
        missing: t`sin comparar: no se sabe`,
        empty: t`celda vacía`,
      };
      const heads = {
        id: t`${prefix}: id`,
        name: t`${prefix}: nombre`,
        region: t`${prefix}: provincia`,
        link: t`${prefix}: enlace`,
        score: t`${prefix}: puntaje`,
        state: t`${prefix}: estado`,
      };
      const records = buildRecords(table, { catalog, grouped, results, decisions }, { heads, states });
      saveCsv(`${name} ${prefix}`, await formatCsv(records, i18n.locale));
    },
    onSuccess: onSaved,
  });
  return <AnswerActions {...{ isRunning, download }} unsavedCount={unsaved.length} save={remember} />;
}

export { ColumnPage as Component };
