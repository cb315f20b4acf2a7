import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

/** Every random value of a program, from cryptographic randomness: a simulation draws them from its seed. */
export interface Random {
  readonly bytes: (length: number) => Buffer;
  readonly uuid: () => string;
  /** Returns a ULID of the time `at`, in milliseconds since 1970. */
  readonly ulid: (at: number) => string;
  /** Returns an integer of at least 0 and less than `below`. */
  readonly integer: (below: number) => number;
  /** Returns a number of at least 0 and less than 1. */
  readonly fraction: () => number;
}

const FRACTIONS = 2 ** 32;

// Node buffers the bytes of `randomInt`; the default of `ulid` reads them one by one.
const fraction = () => randomInt(FRACTIONS) / FRACTIONS;

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
  ulid: (at) => ulid(at, fraction),
  integer: (below) => randomInt(below),
  fraction,
};

/** Creates ULIDs that only rise, also within a millisecond and when the clock goes back. */
export function createMonotonicUlid({ fraction: draw }: Random): (at: number) => string {
  return monotonicFactory(draw);
}
