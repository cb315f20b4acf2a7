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
