import type { DatabaseSync } from 'node:sqlite';

/** Adds the functions that PostgreSQL has by itself (`packNumbers`) to a connection of SQLite. */
export function registerFunctions(sqlite: DatabaseSync): void {
  sqlite.aggregate('pack_numbers', {
    start: (): number[] => [],
    step(numbers: number[], number: number) {
      numbers.push(number);
      return numbers;
    },
    result: (numbers: number[]) => (numbers.length > 0 ? pack(numbers) : null),
  } as never);
}

function pack(numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * Float64Array.BYTES_PER_ELEMENT));
  for (const [index, number] of numbers.entries())
    view.setFloat64(index * Float64Array.BYTES_PER_ELEMENT, number);
  return new Uint8Array(view.buffer);
}
