import { createProblem } from './problems.ts';

/**
 * Asserts the outcome of a write that names the version it is over (`where version = …`): the row has the values. Those of
 * a repeated request are there already, so that it succeeds.
 * @throws ProblemError `changed-meanwhile`
 */
export function assertWritten<Values extends object>(
  row: Values | undefined,
  values: NoInfer<Partial<Values>>,
): asserts row is Values {
  const names = Object.keys(values) as (keyof Values)[];
  if (!row || names.some((name) => row[name] !== values[name])) throw createProblem('changed-meanwhile');
}
