import { addDays, isCalendarDay } from './window.ts';

// Days as an address says them: relative ones (`hoy`, `ayer`, `-7d`) mean the same tomorrow.

/** Whether the text can be read as a day. */
export function isDay(text: string): boolean {
  return isCalendarDay(text) || relativeDays(text) !== undefined;
}

/** The day that `hoy`, `ayer`, `-7d` or a date stands for. */
export function resolveDay(text: string, today: () => string): string {
  const days = relativeDays(text);
  return days === undefined ? text : addDays(today(), days);
}

function relativeDays(text: string): number | undefined {
  if (text === 'hoy') return 0;
  if (text === 'ayer') return -1;
  const match = /^-(\d{1,3})d$/.exec(text);
  return match ? -Number(match[1]) : undefined;
}
