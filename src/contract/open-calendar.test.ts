import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#testing/property-runs.ts';
import { MINUTE_MS } from './durations.ts';
import { type Hours, addOpenMinutes, countOpenMs, nextOpening } from './hours.ts';
import { toInstant } from './wall-time.ts';
import { FIRST_INSTANT, END_OF_INSTANTS, addDays, dayAt } from './window.ts';

// The rules day by day and interval by interval, without a calendar.

const HORIZON_DAYS = 400;

function addSlowly(since: number, minutes: number, hours: Hours): number | undefined {
  let remainingMs = minutes * MINUTE_MS;
  if (remainingMs <= 0) return since;
  const first = dayAt(since, hours.zone);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead++)
    for (const { from, to } of listSlowly(addDays(first, ahead), hours)) {
      const start = Math.max(from, since);
      if (start >= to) continue;
      if (start + remainingMs <= to) return start + remainingMs;
      remainingMs -= to - start;
    }
  return undefined;
}

function countSlowly(from: number, to: number, hours: Hours): number {
  let sum = 0;
  const last = dayAt(to, hours.zone);
  for (let day = dayAt(from, hours.zone); day <= last; day = addDays(day, 1))
    for (const open of listSlowly(day, hours))
      sum += Math.max(0, Math.min(open.to, to) - Math.max(open.from, from));
  return sum;
}

function findOpeningSlowly(at: number, hours: Hours): number | undefined {
  const first = dayAt(at, hours.zone);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead++)
    for (const { from } of listSlowly(addDays(first, ahead), hours)) if (from >= at) return from;
  return undefined;
}

function listSlowly(day: string, { zone, week, holidays }: Hours) {
  if (holidays.includes(day)) return [];
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (week[weekday] ?? []).map(({ from, to }) => ({
    from: toInstant(day, minutesOf(from), zone),
    to: toInstant(day, minutesOf(to), zone),
  }));
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Some intervals of a day, in order; also at night, when clocks change. */
const day = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1440 })), {
    maxLength: 12,
  })
  .map((minutes) => {
    const times = minutes.toSorted((a, b) => a - b).map(clock);
    return Array.from({ length: Math.floor(times.length / 2) }, (_, at) => ({
      from: times[at * 2] ?? '',
      to: times[at * 2 + 1] ?? '',
    }));
  });
const ZONES = Intl.supportedValuesOf('timeZone');
/** Clocks that change at midnight, by half an hour, twice around Ramadan, and that skipped a whole day. */
const ODD_ZONES = [
  'America/Santiago',
  'America/Asuncion',
  'America/St_Johns',
  'America/Havana',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Europe/Madrid',
];
const instant = fc.oneof(
  fc.integer({ min: FIRST_INSTANT, max: END_OF_INSTANTS - 1 }),
  // Around the changes of the clocks of 2011 and 2026.
  fc.integer({ min: Date.UTC(2011, 11, 25), max: Date.UTC(2012, 0, 5) }),
  fc.integer({ min: Date.UTC(2026, 2, 25), max: Date.UTC(2026, 3, 10) }),
);
const hoursAt = (at: number) =>
  fc.record({
    zone: fc.oneof(fc.constantFrom(...ZONES), fc.constantFrom(...ODD_ZONES)),
    week: fc.array(day, { minLength: 7, maxLength: 7 }),
    holidays: fc
      .array(fc.integer({ min: -3, max: 420 }), { maxLength: 40 })
      .map((days) => days.map((days) => addDays(dayAt(at, 'UTC'), days))),
    target: fc.integer({ min: 1, max: 10_080 }),
    warning: fc.constant(0),
  });
const scenario = instant.chain((at) =>
  fc.record({
    at: fc.constant(at),
    hours: hoursAt(at),
    laterMs: fc.integer({ min: 0, max: 500 * 86_400_000 }),
  }),
);

it('open time is that of its days and intervals, in every zone, over changes of the clocks and holidays', () => {
  fc.assert(
    fc.property(scenario, ({ at, hours, laterMs }) => {
      expect(addOpenMinutes(at, hours.target, hours)).toBe(addSlowly(at, hours.target, hours));
      expect(countOpenMs(at, at + laterMs, hours)).toBe(countSlowly(at, at + laterMs, hours));
      expect(nextOpening(at, hours)).toBe(findOpeningSlowly(at, hours));
    }),
    { numRuns: propertyRuns(60, 800) },
  );
});
