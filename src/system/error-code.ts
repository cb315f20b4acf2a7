/** The code of an error of the system, the network or a library, such as `ENOENT`; undefined: it has none. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
