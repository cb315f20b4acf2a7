/** Seeds and simulated days of one process or several. */
export interface Totals {
  seeds: number;
  days: number;
  /** Processor time, ms. */
  cpuMs: number;
}

/** Returns the last line of a report. */
export function formatTotals({ seeds, days, cpuMs }: Totals, tookMs: number): string {
  const perHour = (ms: number) => ((days / ms) * 3_600_000).toFixed(0);
  const [took, cpu] = [tookMs, cpuMs].map((ms) => (ms / 1000).toFixed(1));
  return `${seeds} seeds, ${days.toFixed(1)} days in ${took} s: ${perHour(tookMs)} days an hour; ${cpu} s of CPU: ${perHour(cpuMs)} days an hour of CPU\n`;
}
