import { rmSync } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Below this a database cannot be counted on to write. */
const LEAST_FREE_BYTES = 8 * 1024 * 1024;
/** Enough for a journal of 4 MiB, which is used over and over, and as much growth of the file. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** A reserve is made only where it is a small part of what is free. */
const RESERVE_SHARE = 10;
/** After a write that found no room. */
const FULL_MS = 30_000;

/** There is no room left to write, or too little. */
export class DiskFull extends Error {
  constructor(file: string) {
    super(`There is no room left for ${file}`);
    this.name = 'DiskFull';
  }
}

/**
 * The room of a database on its disk. A reserve beside it is given up when a write finds the disk full, so that people
 * can sign in and work until somebody makes room.
 */
export class DiskRoom {
  readonly #file: string;
  readonly #reserve: string;
  #wantsReserve = false;
  #hasReserve = false;
  #fullAt = -Infinity;

  constructor(file: string) {
    this.#file = file;
    this.#reserve = `${file}.reserve`;
  }

  /** Makes the reserve, where there is room for it. */
  async keepReserve(): Promise<void> {
    this.#wantsReserve = true;
    const size = await stat(this.#reserve).then(
      (found) => found.size,
      () => 0,
    );
    if (size !== RESERVE_BYTES) {
      if ((await this.#free()) < RESERVE_SHARE * RESERVE_BYTES) return;
      await using handle = await open(this.#reserve, 'w', 0o600);
      // Written out: a file with holes takes no room.
      await handle.writeFile(Buffer.alloc(RESERVE_BYTES, 1));
      await handle.sync();
    }
    this.#hasReserve = true;
  }

  /** A write found no room. @returns whether it may be tried again, since the reserve was given up for it */
  noteFull(): boolean {
    this.#fullAt = performance.now();
    if (!this.#hasReserve) return false;
    this.#hasReserve = false;
    rmSync(this.#reserve, { force: true });
    return true;
  }

  /** @throws DiskFull while nothing can be written, or soon not any more */
  async check(): Promise<void> {
    const isFull = performance.now() - this.#fullAt < FULL_MS;
    if (isFull || (await this.#free()) < LEAST_FREE_BYTES) throw new DiskFull(this.#file);
    if (this.#wantsReserve && !this.#hasReserve) await this.keepReserve();
  }

  async #free(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.#file));
    return bavail * bsize;
  }
}
