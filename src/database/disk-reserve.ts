import { rmSync, statfsSync } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock } from '#system/clock.ts';

const MIB = 1024 * 1024;

/** Writes are expected to fail with less free space. */
const MIN_FREE_BYTES = 8 * MIB;
/**
 * The journal has 4 MiB (`wal_autocheckpoint`), more after a large transaction or during a long read. It is reused only after
 * the database file has grown by what is in it.
 */
const MAX_RESERVE_BYTES = 40 * MIB;
const MIN_RESERVE_BYTES = 8 * MIB;
/** The reserve takes at most this part of the free space. */
const RESERVE_PART = 1 / 4;
/** `check` fails for this time after a write found the disk full: free space says nothing of quotas. */
const DISK_FULL_COOLDOWN_MS = 3000;

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
  /** Bytes of the reserve; 0: there was never enough free space for one. */
  #size = 0;
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
    const part = ((await this.#freeBytes()) + size) * RESERVE_PART;
    const wanted = Math.min(MAX_RESERVE_BYTES, Math.floor(part / MIB) * MIB);
    if (Math.max(size, wanted) < MIN_RESERVE_BYTES) return;
    if (size < wanted) await this.#write(wanted);
    this.#size = Math.max(size, wanted);
    this.#hasReserve = true;
  }

  async #write(size: number): Promise<void> {
    await using handle = await open(this.#reserveFile, 'w', 0o600);
    // Non-zero bytes: a sparse file would allocate nothing.
    const bytes = Buffer.alloc(MIB, 1);
    for (let written = 0; written < size; written += MIB) await handle.write(bytes);
    await handle.sync();
  }

  /** Call before a transaction: SQLite rolls it back when its commit finds no room, too late to release the reserve. */
  releaseIfLow(): void {
    if (!this.#hasReserve) return;
    const { bavail, bsize } = statfsSync(dirname(this.#file));
    if (bavail * bsize < MIN_FREE_BYTES) this.#release();
  }

  /** Call when a write found the disk full. @returns true if the reserve was deleted, so a retry may succeed */
  releaseOnDiskFull(): boolean {
    this.#diskFullAt = systemClock.monotonic();
    if (!this.#hasReserve) return false;
    this.#release();
    return true;
  }

  #release(): void {
    this.#hasReserve = false;
    rmSync(this.#reserveFile, { force: true });
  }

  /**
   * Allocates the reserve again once there is room for it.
   * @throws DiskFullError while the disk is full or nearly full, also where the reserve has made room
   */
  async check(): Promise<void> {
    const wasFull = systemClock.monotonic() - this.#diskFullAt < DISK_FULL_COOLDOWN_MS;
    const isReleased = this.#size > 0 && !this.#hasReserve;
    const needed = isReleased ? this.#size + 2 * MIN_FREE_BYTES : MIN_FREE_BYTES;
    if (wasFull || (await this.#freeBytes()) < needed) throw new DiskFullError(this.#file);
    if (isReleased) {
      await this.#write(this.#size);
      this.#hasReserve = true;
    } else if (this.#isReserveWanted && !this.#hasReserve) await this.allocateReserve();
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.#file));
    return bavail * bsize;
  }
}
