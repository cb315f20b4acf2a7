import type { ServerProcess } from '#testing/server-process.ts';

/** A program to kill, and the writes that it acknowledged. */
export interface CrashTarget extends AsyncDisposable {
  start(): Promise<ServerProcess>;
  /** Performs a few writes sequentially. */
  write(): Promise<void>;
  /** Compares acknowledged writes with the database; the program is down. */
  verify(): Promise<Verification>;
}

export interface Verification {
  acknowledged: number;
  lost: number;
  /** Partially stored writes. */
  incomplete: number;
}

export function countMissingSids(
  acknowledged: ReadonlySet<string>,
  stored: readonly { key: string | null }[],
): number {
  const keys = new Set(stored.map(({ key }) => key));
  return [...acknowledged].filter((key) => !keys.has(key)).length;
}
