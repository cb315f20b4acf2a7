import { DAY_MS } from './durations.ts';
import { addDays } from './window.ts';

// Publications that an agency has contracted and uses, and the day on which they run out. A day is `AAAA-MM-DD`.

export interface PackageUsage {
  used: number;
  contracted: number;
}

interface Product {
  Utilizadas?: unknown;
  Contratadas?: unknown;
}

/** Publications of all products that have both figures; undefined: nothing is contracted. */
export function sumProducts(products: readonly Product[] | null | undefined): PackageUsage | undefined {
  const usage = { used: 0, contracted: 0 };
  for (const { Utilizadas, Contratadas } of products ?? []) {
    if (typeof Utilizadas !== 'number' || typeof Contratadas !== 'number') continue;
    usage.used += Utilizadas;
    usage.contracted += Contratadas;
  }
  return usage.contracted > 0 ? usage : undefined;
}

/** decided: little is left from nine tenths on. */
const LOW_SHARE = 0.9;

export function findPackageLevel({ used, contracted }: PackageUsage): 'normal' | 'low' | 'exhausted' {
  if (used >= contracted) return 'exhausted';
  return used >= contracted * LOW_SHARE ? 'low' : 'normal';
}

/**
 * decided: the pace is that of the readings of the last `days`, at least `minDays` apart and since the contracted number
 * changed last; beyond `maxAhead` days nothing is forecast.
 */
export const PACKAGE_FORECAST = { days: 14, minDays: 3, maxAhead: 365 } as const;

export interface PackageReading extends PackageUsage {
  day: string;
}

/** The day on which a package runs out at its pace, and the days that the pace is of; null: it does not. `readings`: by day. */
export function forecastPackage(
  readings: readonly PackageReading[],
): { runsOutOn: string; baseDays: number } | null {
  const last = readings.at(-1);
  if (!last) return null;
  const since = addDays(last.day, -PACKAGE_FORECAST.days);
  const changedAt = readings.findLastIndex(({ contracted }) => contracted !== last.contracted);
  const first = readings.slice(changedAt + 1).find(({ day }) => day >= since) ?? last;
  const baseDays = (Date.parse(last.day) - Date.parse(first.day)) / DAY_MS;
  const [added, left] = [last.used - first.used, last.contracted - last.used];
  if (baseDays < PACKAGE_FORECAST.minDays || added <= 0 || left <= 0) return null;
  const ahead = Math.floor((left * baseDays) / added);
  return ahead <= PACKAGE_FORECAST.maxAhead ? { runsOutOn: addDays(last.day, ahead), baseDays } : null;
}

/** decided: a package runs out soon when little is left of it, or nothing within this number of days. */
export const RUNS_OUT_SOON_DAYS = 14;

export function runsOutSoon(usage: PackageUsage & { runsOutOn: string | null }, today: string): boolean {
  const { runsOutOn } = usage;
  return (
    findPackageLevel(usage) !== 'normal' ||
    (runsOutOn !== null && runsOutOn <= addDays(today, RUNS_OUT_SOON_DAYS))
  );
}
