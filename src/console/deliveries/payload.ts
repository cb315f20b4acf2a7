export function formatPayload(payload: string): string {
  const value = parsePayload(payload);
  return value === undefined ? payload : JSON.stringify(value, null, 2);
}

export function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return undefined;
  }
}

export function splitAtMatches(text: string, term: string): string[] {
  if (term === '') return [text];
  const pattern = term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.split(new RegExp(`(${pattern})`, 'giu'));
}

export interface ComparedMember {
  path: string;
  sent: unknown;
  current: unknown;
}

export interface Comparison {
  differing: ComparedMember[];
  same: ComparedMember[];
}

export function compareMembers(sent: unknown, current: unknown): Comparison {
  const [before, after] = [new Map(leaves(sent)), new Map(leaves(current))];
  const members = [...new Set([...before.keys(), ...after.keys()])].map((path): ComparedMember => ({
    path,
    sent: before.get(path),
    current: after.get(path),
  }));
  const isEqual = (member: ComparedMember) =>
    before.has(member.path) === after.has(member.path) &&
    JSON.stringify(member.sent) === JSON.stringify(member.current);
  return { differing: members.filter((member) => !isEqual(member)), same: members.filter(isEqual) };
}

function* leaves(value: unknown, path: readonly string[] = []): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (path.length > 0) yield [path.join('.'), value];
    return;
  }
  for (const [name, member] of Object.entries(value as Record<string, unknown>))
    if (name !== '_links') yield* leaves(member, [...path, name]);
}
