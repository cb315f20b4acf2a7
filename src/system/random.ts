import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { encodeTime, monotonicFactory, ulid } from 'ulid';

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

/** A new row is stamped with it. */
export interface Stamp {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Draws its id and secrets. */
  readonly random: Random;
}

const FRACTIONS = 2 ** 32;

// Node buffers the bytes of `randomInt`; the default of `ulid` reads them one by one.
const fraction = () => randomInt(FRACTIONS) / FRACTIONS;

/** Creates a ULID of the time `at` whose rest is drawn from numbers of at least 0 and less than 1. */
export function createUlid(at: number, draw: () => number): string {
  return ulid(at, draw);
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
  ulid: (at) => createUlid(at, fraction),
  integer: (below) => randomInt(below),
  fraction,
};

/** Creates ULIDs that rise within a millisecond; when the clock goes back they keep the latest time. */
export function createMonotonicUlid({ fraction: draw }: Random): (at: number) => string {
  return monotonicFactory(draw);
}

/** Lower bound of the ULIDs that were made at this time or later, ms since 1970. */
export const firstUlidAt = (at: number): string => encodeTime(Math.max(at, 0), 10);
