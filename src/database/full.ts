/** SQLITE_FULL, and PostgreSQL's disk_full. */
const SQLITE_FULL = 13;
const DISK_FULL = '53100';

/** Whether a statement failed because there is no room left to write: nothing of it was kept, and it may succeed later. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return errcode === SQLITE_FULL || code === DISK_FULL;
}
