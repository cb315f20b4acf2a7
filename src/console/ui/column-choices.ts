export interface ColumnChoice {
  name: string;
  isShown: boolean;
}

interface ChoosableColumn {
  name: string;
  lead?: true;
  isHiddenByDefault?: true;
}

/** Stored names that the table no longer has are dropped, and new columns come last. */
export function resolveChoices(
  columns: readonly ChoosableColumn[],
  stored: readonly ColumnChoice[],
): ColumnChoice[] {
  const storedNames = [...new Set(stored.map(({ name }) => name))];
  const names = new Set([...storedNames, ...columns.map(({ name }) => name)]);
  return [...names].flatMap((name) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (!column) return [];
    const choice = stored.find((candidate) => candidate.name === name);
    const isShown = column.lead ?? choice?.isShown ?? !column.isHiddenByDefault;
    return [{ name, isShown }];
  });
}

export function applyChoices<Column extends { name: string }>(
  columns: readonly Column[],
  choices: readonly ColumnChoice[],
): Column[] {
  return choices.flatMap(({ name, isShown }) =>
    isShown ? columns.filter((column) => column.name === name) : [],
  );
}

export function moveChoice(choices: readonly ColumnChoice[], name: string, by: number): ColumnChoice[] {
  const from = choices.findIndex((choice) => choice.name === name);
  const to = Math.min(choices.length - 1, Math.max(0, from + by));
  const moved = choices.toSpliced(from, 1);
  return moved.toSpliced(to, 0, ...choices.slice(from, from + 1));
}

export function showChoice(choices: readonly ColumnChoice[], name: string, isShown: boolean): ColumnChoice[] {
  return choices.map((choice) => (choice.name === name ? { name, isShown } : choice));
}
