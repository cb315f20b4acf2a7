import { rmSync } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With less free space, writes are expected to fail. */
const MIN_FREE_BYTES = 8 * 1024 * 1024;
/** Room for a journal of 4 MiB, which is reused, and 4 MiB of growth of the database file. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** The reserve is only allocated if free space is at least this many times its size. */
const MIN_FREE_TO_RESERVE_RATIO = 10;
/** How long `check` fails after a write found the disk full. */
const DISK_FULL_COOLDOWN_MS = 30_000;

/** The disk of a database is full, or almost. */
export class DiskFullError extends Error {
  constructor(file: string) {
    super(`There is no room left for ${file}`);
    this.name = 'DiskFullError';
  }
}

/**
 * A file next to an embedded database that keeps disk space allocated. It is deleted when a write finds the disk full,
 * so that people can sign in and work until somebody frees space.
 */
export class DiskReserve {
  readonly #file: string;
  readonly #reserveFile: string;
  #isReserveWanted = false;
  #hasReserve = false;
  #diskFullAt = -Infinity;

  constructor(file: string) {
    this.#file = file;
    this.#reserveFile = `${file}.reserve`;
  }

  /** Writes the reserve file, if there is enough free space. */
  async allocateReserve(): Promise<void> {
    this.#isReserveWanted = true;
    const size = await stat(this.#reserveFile).then(
      (file) => file.size,
      () => 0,
    );
    if (size !== RESERVE_BYTES) {
      if ((await this.#freeBytes()) < MIN_FREE_TO_RESERVE_RATIO * RESERVE_BYTES) return;
      await using handle = await open(this.#reserveFile, 'w', 0o600);
      // Non-zero bytes: a sparse file would allocate nothing.
      await handle.writeFile(Buffer.alloc(RESERVE_BYTES, 1));
      await handle.sync();
    }
    this.#hasReserve = true;
  }

  /** Call when a write found the disk full. @returns true if the reserve was deleted, so a retry may succeed */
  releaseOnDiskFull(): boolean {
    this.#diskFullAt = performance.now();
    if (!this.#hasReserve) return false;
    this.#hasReserve = false;
    rmSync(this.#reserveFile, { force: true });
    return true;
  }

  /** @throws DiskFullError while the disk is full or nearly full */
  async check(): Promise<void> {
    const wasFull = performance.now() - this.#diskFullAt < DISK_FULL_COOLDOWN_MS;
    if (wasFull || (await this.#freeBytes()) < MIN_FREE_BYTES) throw new DiskFullError(this.#file);
    if (this.#isReserveWanted && !this.#hasReserve) await this.allocateReserve();
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.#file));
    return bavail * bsize;
  }
}
