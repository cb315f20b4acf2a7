import { parseArgs } from 'node:util';

/** Connections of benches that measure throughput. */
export const CONNECTIONS = 32;

/** Parses numeric command line options such as `--kills 20`. */
export function parseNumberOptions<Name extends string>(
  defaults: Record<Name, number>,
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[];
  const { values } = parseArgs({
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  const entries = names.map((name) => [name, Number(values[name] ?? defaults[name])] as const);
  const invalid = entries.find(([, number]) => !(number >= 0));
  if (invalid) throw new Error(`--${invalid[0]}: give a number`);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** Percentile of numbers; `share` is from 0 to 1. */
export function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;
}

export function round(number: number, digits = 1): number {
  return Number(number.toFixed(digits));
}

export function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}

/** Formats median, 95th percentile and maximum of times in ms. */
export function formatTimes(times: readonly number[]): string {
  const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) => percentile(times, share));
  return `${p50.toFixed(0)} ms (p95 ${p95.toFixed(0)}, at most ${Math.max(...times).toFixed(0)})`;
}
