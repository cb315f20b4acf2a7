import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatchRun } from '#contract/desk/match-runs.ts';
import { type GroupedColumn, type RowAnswer, toDecisions } from './column-answers.ts';
import { saveRunAnswers } from './match-run-queries.ts';

/** Answers are shown at once, and stored one change after the other. */
export function useRunAnswers({ id, answers }: MatchRun, rowKeys: GroupedColumn['rowKeys']) {
  const [pending, setPending] = useState<readonly (readonly RowAnswer[])[]>([]);
  const save = useMutation({
    ...saveRunAnswers,
    scope: { id: `match-run ${id}` },
    onSettled: (_reply, _error, { changes }) =>
      setPending((previous) => previous.filter((other) => other !== changes)),
  });
  return {
    decisions: toDecisions(answers, pending.flat(), rowKeys),
    error: save.error,
    change: (changes: readonly RowAnswer[]) => {
      if (changes.length === 0) return;
      setPending((previous) => [...previous, changes]);
      save.mutate({ id, changes });
    },
  };
}
