import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { badgeTitle } from '#console/ui/title.ts';
import { unreadBadge } from './unread-badge.ts';

vi.mock('#console/ui/title.ts', () => ({ badgeTitle: vi.fn<(count: number) => void>() }));

const AGENCY = 'Ventas@ruta9.example';
const badgeCount = () => vi.mocked(badgeTitle).mock.lastCall?.[0];
const rows = (sids: string[], more: Partial<Parameters<typeof unreadBadge.markRowsSeen>[1]> = {}) =>
  unreadBadge.markRowsSeen([AGENCY], { sids, view: undefined, isComplete: false, ...more });

let end = () => {};
beforeEach(() => {
  end = unreadBadge.start('ana');
  unreadBadge.setVisible(true);
});
afterEach(() => {
  unreadBadge.setPending([]);
  end();
});

it('the badge counts an inquiry once, until its row or card is shown', () => {
  unreadBadge.add(AGENCY, 'a1');
  unreadBadge.add(AGENCY, 'a2');
  unreadBadge.setPending(['A2', 'a3']);
  expect(badgeCount()).toBe(3);
  rows(['a1', 'x']);
  expect(badgeCount()).toBe(2);
  unreadBadge.setPending([]);
  expect(badgeCount()).toBe(1);
  unreadBadge.markSeen('A2');
  expect(badgeCount()).toBe(0);
});

it('the badge counts only other agencies once the complete list of one is shown', () => {
  unreadBadge.add(AGENCY, 'a1');
  unreadBadge.add('otra@x.example', 'b1');
  rows([], { isComplete: true });
  expect(badgeCount()).toBe(1);
});

it('the badge counts an expired snooze until the view of snoozed inquiries shows it or it was changed', () => {
  unreadBadge.add(AGENCY, 'r1', { isSnoozeExpired: true });
  unreadBadge.add(AGENCY, 'r2', { isSnoozeExpired: true });
  rows(['r1'], { view: 'esperando', isComplete: true });
  expect(badgeCount()).toBe(2);
  rows(['r1'], { view: 'pospuestas' });
  expect(badgeCount()).toBe(1);
  unreadBadge.retainExpiredSnoozes(AGENCY, new Set());
  expect(badgeCount()).toBe(0);
});

it('the badge shows no count where the person disabled it', () => {
  unreadBadge.setVisible(false);
  unreadBadge.add(AGENCY, 'a1');
  expect(badgeCount()).toBe(0);
  unreadBadge.setVisible(true);
  expect(badgeCount()).toBe(1);
});
