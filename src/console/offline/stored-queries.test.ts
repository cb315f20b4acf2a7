import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { isReadable, isStorable, selectReadable } from './stored-queries.ts';

const NOW = 1_000 * DAY_MS;

it.each([
  [0, true],
  [DAY_MS - 1, true],
  [DAY_MS, false],
  [-MINUTE_MS, true],
  [-MINUTE_MS - 1, false],
])('what was read %i ms ago can be read offline: %s', (age, expected) => {
  expect(isReadable({ updatedAt: NOW - age }, NOW)).toBe(expected);
});

it('the newest 200 inquiries stay, and those of other endpoints beside them', () => {
  const inquiries = Array.from({ length: 201 }, (_, at) => ({ name: 'viewInquiry', updatedAt: NOW - at }));
  const list = { name: 'listInquiries', updatedAt: NOW - DAY_MS + 1 };
  const expired = { name: 'listInquiries', updatedAt: NOW - DAY_MS };
  const kept = selectReadable([expired, list, ...inquiries.toReversed()], NOW);
  expect(new Set(kept)).toEqual(new Set([list, ...inquiries.slice(0, 200)]));
});

it('nothing of an unknown endpoint stays', () => {
  expect(selectReadable([{ name: 'listPeople', updatedAt: NOW }], NOW)).toEqual([]);
});

it.each([
  [['viewInquiry', {}], false, true],
  [['viewInquiry', {}], true, false],
  [['viewFollowUp', {}], true, true],
  [['findInquiries', {}, 'pages'], false, true],
  [['findInquiries', {}, 'new'], false, false],
  [['listPeople', {}], false, false],
  [['listAudit', {}], false, false],
  [['viewDelivery', {}], false, false],
  [['findBuyerData', {}], false, false],
  [['viewSession', {}], false, false],
])('%j, written by the page: %s, is stored: %s', (key, isEdit, expected) => {
  expect(isStorable(key, isEdit)).toBe(expected);
});
