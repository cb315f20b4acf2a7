/** The database does not answer or takes too long. A retry may succeed. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown, name = 'The database') {
    super(`${name} does not answer: ${formatCause(cause)}`, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** A host name with several addresses fails with an AggregateError, whose own message is empty. */
function formatCause(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(formatCause).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

const SQLITE_BUSY = 5;

/** Returns true if a statement failed because the database is unreachable or locked by another process. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailableError ||
    (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY)
  );
}
