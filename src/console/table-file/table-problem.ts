export type TableProblemCode =
  | 'empty'
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-slow'
  | 'xls'
  | 'not-a-table'
  | 'damaged';

export class TableProblem extends Error {
  readonly code: TableProblemCode;

  constructor(code: TableProblemCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'TableProblem';
    this.code = code;
  }
}

// decided: somebody looks through so many rows by hand at most.
export const MAX_ROWS = 10_000;
export const MAX_BYTES = 5 * 1024 * 1024;
export const MAX_COLUMNS = 200;
/** decided: a table of the largest size takes about two seconds on a slow machine. */
export const MAX_READING_MS = 20_000;
