export const SQLITE_FULL = 13;
/** `SQLITE_IOERR_SHMSIZE`: the shared memory file of the journal could not grow. */
const SQLITE_SHARED_MEMORY_FULL = 4874;
const POSTGRES_DISK_FULL = '53100';

/** Returns true if a statement failed because the disk is full. It had no effect and can be retried later. */
export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return errcode === SQLITE_FULL || errcode === SQLITE_SHARED_MEMORY_FULL || code === POSTGRES_DISK_FULL;
}

/** Awaits a write that a read can do without, such as noting when it was: reads are answered on a full disk, too. */
export async function ignoreDiskFull<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (!isDiskFullError(error)) throw error;
    return undefined;
  }
}
