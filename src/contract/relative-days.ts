import { addDays, isPlausibleDay } from './window.ts';

// Days in URLs of the console: dates, or relative days (`hoy`, `ayer`, `-7d`) that stay valid in saved views.

/** First days of the last days up to today. */
export const LAST_DAYS = { 7: '-6d', 30: '-29d', 90: '-89d' } as const;

/** Days may be relative; without a last day, a period reaches to today. */
export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/** Periods that are chosen by their names. */
export const PERIOD_PRESETS = [
  { from: 'hoy' },
  { from: 'ayer', to: 'ayer' },
  { from: LAST_DAYS[7] },
  { from: LAST_DAYS[30] },
  { from: LAST_DAYS[90] },
] as const satisfies readonly Period[];
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** Returns true if the text is a date from 2000 to 2099 or a relative day. */
export function isDay(text: string): boolean {
  return isPlausibleDay(text) || parseRelativeDay(text) !== undefined;
}

/** Resolves a date or relative day (`hoy`, `ayer`, `-7d`) to a date. */
export function resolveDay(text: string, today: () => string): string {
  const days = parseRelativeDay(text);
  return days === undefined ? text : addDays(today(), days);
}

function parseRelativeDay(text: string): number | undefined {
  if (text === 'hoy') return 0;
  if (text === 'ayer') return -1;
  const match = /^-(\d{1,3})d$/.exec(text);
  return match ? -Number(match[1]) : undefined;
}
