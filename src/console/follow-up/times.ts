import { dayAt, isoInZone } from '#contract/window.ts';
import { formatsFor } from '#console/ui/formats.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';

export function formatTime(at: number, zone: string): string {
  return isoInZone(at, zone).slice(11, 16);
}

export function formatShortTime(at: number, now: number, zone: string, language: string): string {
  const day = dayAt(at, zone);
  const today = dayAt(now, zone);
  const time = formatTime(at, zone);
  if (day === today) return time;
  const format = formatsFor(language, zone);
  if (Math.abs(Date.parse(day) - Date.parse(today)) >= 7 * DAY_MS) return format.moment(at);
  return `${format.weekday(at)} ${Number(day.slice(8))}, ${time}`;
}

export function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
