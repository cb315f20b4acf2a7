import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatchRun, RunColumn } from '#contract/desk/match-runs.ts';
import type { MatchedEntry, MatchedValue } from '#contract/desk/matching.ts';
import { useLookUp } from '#console/table-file/look-up.ts';
import { saveRunAnswers, valueLookUp } from './run-queries.ts';
import {
  type AcceptedAnswer,
  type GroupedColumns,
  type RunValue,
  type ValueAnswer,
  groupColumns,
  listAccepted,
  listValues,
  toDecisions,
} from './value-answers.ts';

export type RunState = ReturnType<typeof useRun>;

/** Compares columns with their catalogs. Answers are kept in the run; without one, as long as the page is open. */
export function useRun(columns: readonly RunColumn[], run: MatchRun | undefined) {
  const { t } = useLingui();
  const grouped = groupColumns(columns);
  const values = listValues(grouped);
  const matching = useLookUp<RunValue, MatchedValue>(valueLookUp(values));
  const { decisions, error, change } = useAnswers(run, grouped);
  const [done, setDone] = useState<{ text: string; reverse: ValueAnswer[] }>();
  const [edited, edit] = useState<string>();
  const byKey = new Map(values.map((value) => [value.key, value]));
  const answer = (key: string, given: ValueAnswer['answer']) => {
    const value = byKey.get(key);
    if (value) change([toAnswer(value, given)]);
  };
  return {
    run,
    grouped,
    values,
    matching,
    results: matching.results,
    isRunning: matching.isRunning,
    decisions,
    error,
    /** A null entry says that no entry of the catalog fits. */
    decide: (key: string, entry: MatchedEntry | null) => answer(key, { entry, by: 'hand' }),
    undecide: (key: string) => answer(key, null),
    edited,
    edit,
    accept: (items: readonly { item: RunValue; entry: MatchedEntry }[]) => {
      const count = items.length;
      change(items.map(({ item, entry }) => toAnswer(item, { entry, by: 'threshold' })));
      setDone({
        text: t`${plural(count, { one: 'Se aceptó # respuesta', other: 'Se aceptaron # respuestas' })}`,
        reverse: items.map(({ item }) => toAnswer(item, null)),
      });
    },
    accepted: listAccepted(values, decisions),
    takeBack: (given: readonly AcceptedAnswer[]) => {
      const count = given.length;
      change(given.map((each) => toAnswer(each, null)));
      setDone({
        text: t`${plural(count, { one: 'Se deshizo # respuesta', other: 'Se deshicieron # respuestas' })}`,
        reverse: given.map((each) => toAnswer(each, { entry: each.decision.entry, by: each.decision.by })),
      });
    },
    notice: {
      done: done?.text,
      onUndo: () => {
        if (done) change(done.reverse);
        setDone(undefined);
      },
      onClose: () => setDone(undefined),
    },
  };
}

const toAnswer = (
  { catalog, row }: Pick<RunValue, 'catalog' | 'row'>,
  answer: ValueAnswer['answer'],
): ValueAnswer => ({ catalog, row, answer });

/** Answers are shown at once, and stored one change after the other. */
function useAnswers(run: MatchRun | undefined, grouped: GroupedColumns) {
  const [pending, setPending] = useState<readonly (readonly ValueAnswer[])[]>([]);
  const save = useMutation({
    ...saveRunAnswers,
    scope: { id: `match-run ${run?.id}` },
    onSettled: (_reply, _error, { changes }) =>
      setPending((previous) => previous.filter((other) => other !== changes)),
  });
  return {
    decisions: toDecisions(run?.answers ?? [], pending.flat(), grouped),
    error: save.error,
    change: (changes: readonly ValueAnswer[]) => {
      if (changes.length === 0) return;
      setPending((previous) => [...previous, changes]);
      if (run) save.mutate({ id: run.id, changes });
    },
  };
}
