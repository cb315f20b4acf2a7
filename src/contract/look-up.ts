/**
 * Own property of a table for an untrusted key. Plain indexing would also find inherited members such as `__proto__` and
 * `constructor`.
 */
export function lookUp<Value>(
  table: { readonly [name in string]?: Value | undefined },
  key: string,
): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
