import type { ServerProcess } from '#testing/server-process.ts';

/** A program that is killed, with what it acknowledged. */
export interface CrashTarget extends AsyncDisposable {
  start(): Promise<ServerProcess>;
  /** Makes a few writes, one after the other. */
  write(): Promise<void>;
  /** Compares what was acknowledged so far with what is stored; the program is down. */
  verify(): Promise<Verification>;
}

export interface Verification {
  acknowledged: number;
  lost: number;
  /** Stored without what belongs to it. */
  incomplete: number;
}

export function countMissing(
  acknowledged: ReadonlySet<string>,
  stored: readonly { key: string | null }[],
): number {
  const keys = new Set(stored.map(({ key }) => key));
  return [...acknowledged].filter((key) => !keys.has(key)).length;
}
