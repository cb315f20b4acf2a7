const SQLITE_FULL = 13;
const POSTGRES_DISK_FULL = '53100';

/** Whether a statement failed because the disk is full. It had no effect and can be retried later. */
export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return errcode === SQLITE_FULL || code === POSTGRES_DISK_FULL;
}
