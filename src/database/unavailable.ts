/** The database does not answer now, or takes too long; it may do so later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'DatabaseUnavailable';
  }
}

const SQLITE_BUSY = 5;

/** Whether a statement failed because the database is away or another process holds it. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY)
  );
}
