declare global {
  // Part of Node, and not yet of TypeScript's library.
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** Parsing with sources is slower, and needed only for texts that may have a number with so many digits or an exponent. */
const LONG_NUMBER = /(?:^|[:,[])\s*-?(?:[\d.]{16}|[\d.]+[eE])/;

/**
 * Parses JSON so that `JSON.stringify` writes the same numbers again: those that a double cannot hold become objects
 * of `JSON.rawJSON`.
 * @param reviveText called with each text that is a member
 * @throws SyntaxError or RangeError when the text is not JSON or nested too deeply
 */
export function parseExactJson(text: string, reviveText?: (key: string, member: string) => string): unknown {
  const isLong = LONG_NUMBER.test(text);
  if (!isLong && !reviveText) return JSON.parse(text);
  return JSON.parse(text, (key, value, { source }) => {
    if (typeof value === 'string') return reviveText ? reviveText(key, value) : value;
    if (!isLong || typeof value !== 'number' || source === undefined) return value;
    return toDigits(String(value)) === toDigits(source) ? value : JSON.rawJSON(source);
  });
}

/** Significant digits of a number, by which two spellings of it are compared. */
function toDigits(text: string): string {
  return text
    .replace(/e.*$/i, '')
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '');
}
