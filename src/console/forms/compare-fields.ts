/** The fields in which two versions differ, for `ConflictAlert`; keys are labels. */
export function compareFields(
  mine: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
): { name: string; mine: string; theirs: string }[] {
  return Object.entries(mine)
    .map(([name, value]) => ({ name, mine: value, theirs: theirs[name] ?? '' }))
    .filter((field) => field.mine !== field.theirs);
}
