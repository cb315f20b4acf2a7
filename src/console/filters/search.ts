export interface UnreadableParameter {
  parameter: string;
  value: string;
}

export function searchReader(search: URLSearchParams) {
  const unreadable: UnreadableParameter[] = [];
  const read = <Value>(parameter: string, parse: (text: string) => Value | undefined) => {
    const text = search.get(parameter)?.trim();
    if (!text) return undefined;
    const value = parse(text);
    if (value === undefined) unreadable.push({ parameter, value: text });
    return value;
  };
  return { read, unreadable };
}

export function changedSearch(
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
