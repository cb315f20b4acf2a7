// Lists keep their state in the address. Pure, so that also the head script may read with it.

/** A parameter that could not be read: it is left out, and the page says so. */
export interface Unreadable {
  parameter: string;
  value: string;
}

/** Reads parameters one by one and gathers those that mean nothing; empty is as good as absent. */
export function searchReader(search: URLSearchParams) {
  const unreadable: Unreadable[] = [];
  const read = <Value>(parameter: string, meaning: (text: string) => Value | undefined) => {
    const text = search.get(parameter)?.trim();
    if (!text) return undefined;
    const value = meaning(text);
    if (value === undefined) unreadable.push({ parameter, value: text });
    return value;
  };
  return { read, unreadable };
}

/** The search with some parameters changed; undefined or empty removes one. */
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
