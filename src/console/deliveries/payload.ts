/** Indents JSON; other text is returned as it is. */
export function formatPayload(payload: string): string {
  const value = parsePayload(payload);
  return value === undefined ? payload : JSON.stringify(value, null, 2);
}

/** undefined: not JSON. */
export function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return undefined;
  }
}

/** Splits the text around every match of `term`, ignoring case; the matches are the odd parts. */
export function splitAtMatches(text: string, term: string): string[] {
  if (term === '') return [text];
  const pattern = term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.split(new RegExp(`(${pattern})`, 'giu'));
}
