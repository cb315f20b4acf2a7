/** A string, or a sign that structures objects and arrays. Numbers and literals lie between matches. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

interface Level {
  /** Names of the object's members; undefined: an array. */
  names: Set<string> | undefined;
  /** Name of the current member, or index of the current element. */
  at: string | number;
}

/**
 * Finds members that an object of a JSON text names more than once; JSON.parse takes the last of them in silence.
 * @param json a text that JSON.parse accepts
 * @returns their paths, with dots between
 */
export function findRepeatedMembers(json: string): string[] {
  const repeated = new Set<string>();
  const levels: Level[] = [];
  let text = '';
  for (const [token] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), at: '' });
    else if (token === '[') levels.push({ names: undefined, at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ':' && level?.names) {
      level.at = String(JSON.parse(text));
      if (level.names.has(level.at)) repeated.add(levels.map(({ at }) => at).join('.'));
      level.names.add(level.at);
    } else if (token === ',' && typeof level?.at === 'number') level.at += 1;
    else text = token;
  }
  return [...repeated];
}
