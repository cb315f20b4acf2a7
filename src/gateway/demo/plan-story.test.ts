import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { type Hours, addOpenMinutes, defaultHours } from '#contract/hours.ts';
import { dayAt, startOfDay } from '#contract/window.ts';
import { computeStateColumns } from '#gateway/follow-up/state-columns.ts';
import { ZONE } from '#testing/notification-world.ts';
import { closeTogether, planStory } from './plan-story.ts';

const TARGETS = [120, 120, 120, 120, 30, 240, 240, 240];
const isDaytime = (at: number) => {
  const hour = (at - startOfDay(dayAt(at, ZONE), ZONE)) / (60 * MINUTE_MS);
  return hour >= 8 && hour < 22;
};

/** Plans the story of eight agencies with about 70 inquiries a day in total. */
function plan(now: number) {
  const moments = Array.from({ length: 40 * 120 }, (_, index) => now - (index + 0.5) * 12 * MINUTE_MS);
  const inquiries = moments.filter(isDaytime).map((at, index) => {
    const target = TARGETS[index % TARGETS.length] ?? 30;
    const hours: Hours = { ...defaultHours(ZONE), target };
    return {
      agency_key: `a${index % TARGETS.length}@x.example`,
      sid: `S${index}`,
      at,
      dueAt: addOpenMinutes(at, target, hours) ?? null,
      options: { people: ['ana', 'beto'], hours, now, diligence: 0.9, slowness: Math.max(1, target / 60) },
    };
  });
  return planStory(inquiries.toReversed(), { now, zone: ZONE });
}

it.each([
  ['a Thursday afternoon', '2026-11-26T15:35:00-03:00', 1],
  ['a Thursday evening', '2026-11-26T19:40:00-03:00', 4],
  ['a Monday morning before opening', '2026-11-23T07:30:00-03:00', 0],
  ['a Monday at noon', '2026-11-23T12:00:00-03:00', 1],
  ['a Saturday', '2026-11-21T18:00:00-03:00', 1],
  ['a Sunday night', '2026-11-22T23:00:00-03:00', 0],
])('30 to 40 inquiries wait on %s, a few of them late, and none for more than a week', (_, time, least) => {
  const now = Date.parse(time);
  const states = plan(now).map(({ inquiry, entries }) =>
    Object.assign(computeStateColumns(entries), inquiry),
  );
  const open = states.filter(({ status }) => status !== 'won' && status !== 'lost');
  const waiting = open.filter(({ status }) => status === 'new');
  const returned = open.filter(({ snoozed_until }) => snoozed_until !== null && snoozed_until <= now);
  expect(returned).toHaveLength(8);
  expect(waiting.length + returned.length).toBeGreaterThanOrEqual(30);
  expect(waiting.length + returned.length).toBeLessThanOrEqual(40);
  expect(Math.min(...waiting.map(({ at }) => at))).toBeGreaterThan(now - 6 * DAY_MS);
  const today = startOfDay(dayAt(now, ZONE), ZONE);
  const lateToday = waiting.filter(({ dueAt }) => (dueAt ?? 0) <= now && (dueAt ?? 0) >= today);
  expect(lateToday.length).toBeGreaterThanOrEqual(least);
  expect(lateToday.length).toBeLessThanOrEqual(6);
  const late = waiting.filter(({ dueAt }) => (dueAt ?? 0) <= now);
  expect(late.length).toBeLessThanOrEqual(waiting.length / 2);
  // Nothing stays open for months, and thousands are answered.
  expect(Math.min(...open.map(({ at }) => at))).toBeGreaterThan(now - 35 * DAY_MS);
  expect(states.filter(({ touched_at }) => touched_at !== null).length).toBeGreaterThan(1000);
});

it('some inquiries are closed at once, each of them after what was done before', () => {
  const now = Date.parse('2026-11-26T15:14:00-03:00');
  const planned = plan(now);
  const { at, rows } = closeTogether(planned, 'ana', { now, zone: ZONE });
  expect(rows.length).toBeGreaterThan(3);
  for (const { sid, entry } of rows) {
    const entries = planned.find(({ inquiry }) => inquiry.sid === sid)?.entries ?? [];
    expect(entries.at(-1)).toMatchObject({ id: entry, at, person_id: 'ana', change: { status: 'lost' } });
    expect(entries.map((one) => one.at)).toEqual(entries.map((one) => one.at).toSorted((a, b) => a - b));
  }
});
