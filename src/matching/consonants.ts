/** The first letter and the consonants after it. */
function toConsonants(letters: string): string {
  return letters.charAt(0) + letters.slice(1).replaceAll(/[aeiou]/g, '');
}

interface Entry {
  names: readonly { words: string; letters: string }[];
}

const MIN_NAME_LENGTH = 4;

/**
 * Finds the one entry that a value abbreviates by its consonants, as `chvrlt`: all of them, or else some of them in
 * their order. Where only shades of one entry fit, it is that entry.
 * @param minLength of the value
 */
export function findAbbreviated<E extends Entry>(
  value: { parts: readonly string[]; letters: string },
  entries: readonly E[],
  minLength: number,
): { entry: E; isWhole: boolean } | undefined {
  if (value.letters.length < minLength || !value.parts.every((part) => /^[a-z][^aeiou\d]*$/.test(part)))
    return undefined;
  const fits = (matches: (consonants: string) => boolean) =>
    entries.filter(({ names }) =>
      names.some(({ letters }) => letters.length >= MIN_NAME_LENGTH && matches(toConsonants(letters))),
    );
  const [whole, ...others] = fits((consonants) => consonants === value.letters);
  if (whole && others.length === 0) return { entry: whole, isWhole: true };
  const partial = fits((consonants) => isSubsequence(value.letters, consonants));
  const entry = partial.find(({ names }) =>
    partial.every((other) => other.names.some(({ words }) => words.startsWith(names[0]?.words ?? ' '))),
  );
  return entry && { entry, isWhole: false };
}

function isSubsequence(letters: string, text: string): boolean {
  if (letters.charAt(0) !== text.charAt(0)) return false;
  let at = 0;
  for (const letter of text) if (letter === letters.charAt(at)) at += 1;
  return at === letters.length;
}
