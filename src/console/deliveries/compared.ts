/** One member of an inquiry, as a delivery brought it and as it reads now; undefined: not there. */
export interface ComparedMember {
  path: string;
  sent: unknown;
  now: unknown;
}

/** Every member of either, in the order of the delivery; what differs and what is the same. Links are relations, no members. */
export function compared(
  sent: unknown,
  now: unknown,
): { differing: ComparedMember[]; same: ComparedMember[] } {
  const [before, after] = [new Map(leaves(sent)), new Map(leaves(now))];
  const members = [...new Set([...before.keys(), ...after.keys()])].map((path): ComparedMember => ({
    path,
    sent: before.get(path),
    now: after.get(path),
  }));
  const equal = (member: ComparedMember) =>
    before.has(member.path) === after.has(member.path) &&
    JSON.stringify(member.sent) === JSON.stringify(member.now);
  return { differing: members.filter((member) => !equal(member)), same: members.filter(equal) };
}

function* leaves(value: unknown, path: readonly string[] = []): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (path.length > 0) yield [path.join('.'), value];
    return;
  }
  for (const [name, member] of Object.entries(value as Record<string, unknown>))
    if (name !== '_links') yield* leaves(member, [...path, name]);
}
