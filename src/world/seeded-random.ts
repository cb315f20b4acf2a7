import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { Random } from '#system/random.ts';

const UINT32 = 2 ** 32;

/** Numbers that follow from a seed alone (sfc32). */
export class SeededRandom {
  readonly #seed: string;
  readonly #state: Uint32Array;

  constructor(seed: string) {
    this.#seed = seed;
    const digest = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (offset) => digest.readUInt32LE(offset));
  }

  /** Returns another generator, which is the same however many numbers were drawn from this one. */
  split(name: string | number): SeededRandom {
    return new SeededRandom(`${this.#seed}/${name}`);
  }

  /** Returns an integer of at least 0 and less than 2³². */
  #next(): number {
    const state = this.#state;
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const result = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    state[3] = counter + 1;
    return result;
  }

  /** Returns a number of at least 0 and less than 1. */
  fraction(): number {
    return this.#next() / UINT32;
  }

  /** Returns an integer of at least 0 and less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** Returns an integer between two, which are included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Returns one of the values. @throws Error when there are none */
  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('There is nothing to pick from');
    return values[this.below(values.length)] as T;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; at += 1) bytes[at] = this.#next() & 255;
    return bytes;
  }

  uuid(): string {
    const bytes = this.bytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
    bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}

/** The random values of a program, drawn from a seed. */
export function createSeededRandom(source: SeededRandom): Random {
  return {
    bytes: (length) => source.bytes(length),
    uuid: () => source.uuid(),
    ulid: (at) => ulid(at, () => source.fraction()),
    integer: (below) => source.below(below),
    fraction: () => source.fraction(),
  };
}
