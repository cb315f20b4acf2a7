/** The payload as people read it: indented where it is JSON, else as it came. */
export function readable(payload: string): string {
  const value = parsed(payload);
  return value === undefined ? payload : JSON.stringify(value, null, 2);
}

/** What it says, or undefined where it is no JSON. */
export function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return undefined;
  }
}

/** The text cut at every place where `wanted` stands, whatever its case: what matches are the odd parts. */
export function cutAt(text: string, wanted: string): string[] {
  if (wanted === '') return [text];
  const parts: string[] = [];
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}
