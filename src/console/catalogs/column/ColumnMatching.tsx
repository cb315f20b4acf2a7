import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatchCandidate, MatchedEntry } from '#contract/desk/matching.ts';
import type { Table } from '#console/table-file/header.ts';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { AcceptAbove } from './AcceptAbove.tsx';
import { ColumnContext } from './column-context.ts';
import { groupValues } from './column-values.ts';
import { ColumnSettings } from './ColumnSettings.tsx';
import { type Decision, type Decisions, listAcceptable } from './decisions.ts';
import { contentScoresQuery } from './column-queries.ts';
import { MatchProgress } from './MatchProgress.tsx';
import { ResultActions } from './ResultActions.tsx';
import { type ColumnChoice, suggestColumns } from './suggest-columns.ts';
import { useColumnMatching } from './use-column-matching.ts';
import { ValuesTable } from './ValuesTable.tsx';

interface Props {
  table: Table;
  tableKey: string;
  name: string;
  onSavedChange: (isSaved: boolean) => void;
}

export function ColumnMatching({ table, tableKey, name, onSavedChange }: Props) {
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
  const matching = useColumnMatching(catalog);
  const { results, isRunning, hasStopped, error } = matching;

  const change = (next: Decisions) => {
    setDecisions(next);
    onSavedChange(false);
  };
  const decide = (key: string, entry: MatchedEntry | null) =>
    change(new Map(decisions).set(key, { entry, by: 'hand' }));
  const undecide = (key: string) => change(new Map([...decisions].filter(([other]) => other !== key)));
  const accept = (candidates: { key: string; candidate: MatchCandidate }[]) => {
    setAccepted({ count: candidates.length, before: decisions });
    const added = candidates.map(
      ({ key, candidate: { entry } }) => [key, { entry, by: 'threshold' }] as const,
    );
    change(new Map<string, Decision>([...decisions, ...added]));
  };
  const choose = (next: ColumnChoice) => {
    setChosen(next);
    setDecisions(new Map());
    setAccepted(undefined);
    matching.reset();
  };
  const start = () => {
    setChosen(choice);
    setDecisions(new Map());
    onSavedChange(false);
    matching.start(values);
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
          <MatchProgress
            doneCount={results.size}
            totalCount={values.length}
            isRunning={isRunning}
            error={error}
            onPause={matching.pause}
            onResume={() => matching.resume(values)}
          />
        )}
      </Section>
      {hasStopped && results.size > 0 && (
        <Section
          title={t`Respuestas`}
          actions={
            <ResultActions
              table={table}
              name={name}
              grouped={grouped}
              onSaved={() => onSavedChange(true)}
              onRemembered={matching.setResults}
            />
          }
        >
          <AcceptAbove
            list={(minScore) => listAcceptable(values, results, { decisions, minScore })}
            onAccept={accept}
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
