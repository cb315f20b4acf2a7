import { describe, expect, it } from 'vitest';
import { formatDuration, formatShortTime } from './times.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const at = (iso: string) => Date.parse(iso);

describe('times', () => {
  it.each([
    ['2026-11-16T10:40:00-03:00', 'es', '10:40'],
    ['2026-11-17T09:05:00-03:00', 'es', 'mar 17, 09:05'],
    ['2026-11-17T09:05:00-03:00', 'en', 'Tue 17, 09:05'],
    ['2026-11-11T09:05:00-03:00', 'es', 'mié 11, 09:05'],
    ['2026-11-23T09:05:00-03:00', 'es', '23 nov, 09:05'],
    ['2026-11-16T00:00:00-03:00', 'es', '00:00'],
    ['2026-11-15T23:59:00-03:00', 'es', 'dom 15, 23:59'],
  ])('%s in %s is %s', (iso, language, text) => {
    expect(formatShortTime(at(iso), at('2026-11-16T10:00:00-03:00'), ZONE, language)).toBe(text);
  });

  it.each([
    [0, '0 min'],
    [59_999, '0 min'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [3_900_000, '1 h 5 min'],
    [90 * 3_600_000, '90 h'],
  ])('%d ms are %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});
