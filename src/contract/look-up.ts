/**
 * What a table says for a key from outside. Plain indexing would also find what every object inherits:
 * `__proto__`, `constructor`, `toString`.
 */
export function lookUp<Value>(
  table: { readonly [name in string]?: Value | undefined },
  key: string,
): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
