import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Totals, formatTotals } from './totals.ts';

/**
 * Shares seeds between processes. The trace of a seed is the same in each.
 * @returns the exit code
 */
export async function runInWorkers(
  options: readonly string[],
  { from, seeds, workers, isFirst }: { from: number; seeds: number; workers: number; isFirst: boolean },
): Promise<number> {
  const startedAt = performance.now();
  const totals: Totals = { seeds: 0, days: 0, cpuMs: 0 };
  const children = Array.from({ length: workers }, (_, at) => {
    const share = ['--from', from + at, '--step', workers, '--seeds', Math.ceil((seeds - at) / workers)];
    return fork(path.join(import.meta.dirname, 'main.ts'), [...options, ...share.map(String)]);
  });
  const codes = await Promise.all(
    children.map(async (child) => {
      child.on('message', (message) => {
        for (const name of Object.keys(totals) as (keyof Totals)[]) totals[name] += (message as Totals)[name];
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (isFirst && code !== 0) for (const other of children) other.kill();
      return code;
    }),
  );
  process.stdout.write(formatTotals(totals, performance.now() - startedAt));
  return codes.some((code) => code !== 0) ? 1 : 0;
}
