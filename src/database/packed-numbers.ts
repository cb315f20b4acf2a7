import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './database.ts';

// Many numbers as one value: a million rows would take the event loop as many objects.

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Aggregate of numbers, in an order; null: there are none. */
export function packNumbers(
  db: QueryExecutorProvider,
  number: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<Uint8Array | null> {
  return isPostgres(db)
    ? sql`string_agg(float8send(${number}::float8), ''::bytea order by ${order})`
    : sql`pack_numbers(${number} order by ${order})`;
}

/** Numbers of an aggregate. */
export class PackedNumbers {
  readonly #view: DataView;
  readonly length: number;

  constructor(bytes: Uint8Array | null) {
    const { buffer, byteOffset, byteLength } = bytes ?? new Uint8Array();
    this.#view = new DataView(buffer, byteOffset, byteLength);
    this.length = byteLength / BYTES;
  }

  slice(from: number, to: number): number[] {
    return Array.from({ length: Math.max(Math.min(to, this.length) - from, 0) }, (_, index) =>
      this.#view.getFloat64((from + index) * BYTES),
    );
  }

  indexOf(number: number): number {
    for (let index = 0; index < this.length; index++)
      if (this.#view.getFloat64(index * BYTES) === number) return index;
    return -1;
  }
}
