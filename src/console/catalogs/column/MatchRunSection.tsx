import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatchRun } from '#contract/desk/match-runs.ts';
import type { MatchedEntry, MatchedValue } from '#contract/desk/matching.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { useColumnText } from '#console/catalogs/match-text.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { AcceptAbove } from '#console/table-file/AcceptAbove.tsx';
import { formatCsv } from '#console/table-file/format-csv.ts';
import type { Table } from '#console/table-file/header.ts';
import { runLookUp, useLookUp } from '#console/table-file/look-up.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { saveCsv } from '#console/ui/save-file.ts';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { AnswerActions } from './AnswerActions.tsx';
import {
  type ColumnValue,
  type GroupedColumn,
  type Results,
  type RowAnswer,
  type RowState,
  buildRecords,
  findAnswer,
  groupValues,
  listAccepted,
  listUnsavedAnswers,
} from './column-answers.ts';
import { matchLookUp, saveAnswers } from './column-queries.ts';
import { runPath } from './match-run-queries.ts';
import { MatchProgress } from './MatchProgress.tsx';
import { useRunAnswers } from './use-run-answers.ts';
import { ColumnContext, ValuesTable, useColumn } from './ValuesTable.tsx';

interface Props {
  run: MatchRun;
  /** The table that the column is from; undefined: another tab had it. */
  table: Table | undefined;
}

export function MatchRunSection({ run, table }: Props) {
  const { t } = useLingui();
  const { catalog } = run;
  const own = toTable(run);
  const grouped = groupValues(own.rows, 0, run.province ? 1 : undefined);
  const { values, rowKeys } = grouped;
  const matching = useLookUp<ColumnValue, MatchedValue>(matchLookUp(catalog, values));
  const { results, isRunning, hasStopped } = matching;
  const { decisions, error, change } = useRunAnswers(run, rowKeys);
  const [editedKey, setEditedKey] = useState<string>();
  const [done, setDone] = useState<{ text: string; reverse: RowAnswer[] }>();
  const rows = new Map(values.map(({ key, row }) => [key, row]));
  const answerOf = (key: string, answer: RowAnswer['answer']) => {
    const row = rows.get(key);
    if (row !== undefined) change([{ row, answer }]);
  };
  const openValues = values.flatMap(({ key, row }) => {
    const result = results.get(key);
    return findAnswer(result, decisions.get(key)) ? [] : [{ row, candidates: result?.candidates }];
  });
  const accepted = listAccepted(values, decisions);
  const takeBack = (given: (typeof accepted)['all']) => {
    change(given.map(({ row }) => ({ row, answer: null })));
    setDone({
      text: t`${plural(given.length, { one: 'Se deshizo # respuesta', other: 'Se deshicieron # respuestas' })}`,
      reverse: given.map(({ row, decision: { entry, by } }) => ({ row, answer: { entry, by } })),
    });
  };
  return (
    <ColumnContext
      value={{
        catalog,
        results,
        decisions,
        isRunning,
        decide: (key: string, entry: MatchedEntry | null) => answerOf(key, { entry, by: 'hand' }),
        undecide: (key: string) => answerOf(key, null),
        editedKey,
        setEditedKey,
      }}
    >
      <Section
        title={t`Respuestas`}
        description={<RunDescription run={run} />}
        actions={
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <CopyButton text={`${location.origin}${runPath(run.id)}`} label={t`Copiar el enlace`}>
              {t`Copiar el enlace`}
            </CopyButton>
            {hasStopped && results.size > 0 && (
              <ResultActions
                table={table ?? own}
                name={run.name.replace(/\.[^.]+$/, '') || t`columna`}
                grouped={grouped}
                onRemembered={matching.setResults}
              />
            )}
          </Stack>
        }
      >
        <MatchProgress
          matching={matching}
          totalCount={values.length}
          missingCount={values.length - results.size}
        />
        {error && <FormAlert error={error} />}
        {hasStopped && results.size > 0 && (
          <>
            <AcceptAbove
              items={openValues}
              onAccept={(items) => {
                const count = items.length;
                change(
                  items.map(({ item, entry }) => ({ row: item.row, answer: { entry, by: 'threshold' } })),
                );
                setDone({
                  text: t`${plural(count, { one: 'Se aceptó # respuesta', other: 'Se aceptaron # respuestas' })}`,
                  reverse: items.map(({ item }) => ({ row: item.row, answer: null })),
                });
              }}
            />
            <UndoAccepted {...accepted} onUndo={takeBack} />
            <ValuesTable values={values} />
          </>
        )}
      </Section>
      <UndoNotice
        done={done?.text}
        onUndo={() => {
          if (done) change(done.reverse);
          setDone(undefined);
        }}
        onClose={() => setDone(undefined)}
      />
    </ColumnContext>
  );
}

/** The compared column, and the one of its provinces, as a table. */
function toTable({ column, province }: MatchRun): Table {
  return {
    columns: [column.name, ...(province ? [province.name] : [])],
    rows: column.cells.map((cell, at) => (province ? [cell, province.cells[at] ?? ''] : [cell])),
  };
}

function RunDescription({ run: { name, column, catalog, by, at } }: { run: MatchRun }) {
  const { t, i18n } = useLingui();
  const title = i18n._(CATALOGS[catalog].title);
  return (
    <>
      {[t`Columna «${column.name}»`, name, t`catálogo ${title}`, by.name].filter(Boolean).join(' · ')} ·{' '}
      <Moment at={at} />.{' '}
      <Trans>Quien abra el enlace ve los mismos valores y respuestas, y puede responder.</Trans>
    </>
  );
}

type Accepted = ReturnType<typeof listAccepted>;

function UndoAccepted({ all, last, onUndo }: Accepted & { onUndo: (given: Accepted['all']) => void }) {
  if (all.length === 0) return null;
  const lastCount = last.length;
  const count = all.length;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {lastCount < count && (
        <Button variant="outlined" color="inherit" onClick={() => onUndo(last)}>
          <Trans>Deshacer lo último aceptado ({lastCount})</Trans>
        </Button>
      )}
      <Button variant="outlined" color="inherit" onClick={() => onUndo(all)}>
        <Trans>Deshacer todo lo aceptado ({count})</Trans>
      </Button>
    </Stack>
  );
}

interface ActionsProps {
  table: Table;
  name: string;
  grouped: GroupedColumn;
  onRemembered: (results: Results) => void;
}

function ResultActions({ table, name, grouped, onRemembered }: ActionsProps) {
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
  });
  return <AnswerActions {...{ isRunning, download }} unsavedCount={unsaved.length} save={remember} />;
}
