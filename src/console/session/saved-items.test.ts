import { describe, expect, it } from 'vitest';
import { addRecent, togglePinned } from './saved-items.ts';

const open = (...ids: string[]) => ids.reduce(addRecent, [] as readonly string[]);

describe('recent items', () => {
  it('start with the last one opened and are listed once each', () => {
    expect(open('/agencies/a@b.c', '/webhooks', '/agencies/a@b.c')).toEqual(['/agencies/a@b.c', '/webhooks']);
  });

  it('are limited to ten of each kind, so that many inquiries leave an agency', () => {
    const inquiries = Array.from({ length: 30 }, (_, index) => `/inquiries/a@b.c/${index}`);
    const recent = open('/agencies/a@b.c', '/inquiries?vista=hoy', ...inquiries);
    expect(recent).toHaveLength(12);
    expect(recent[0]).toBe('/inquiries/a@b.c/29');
    expect(recent.slice(-2)).toEqual(['/inquiries?vista=hoy', '/agencies/a@b.c']);
  });

  it('number a hundred at most', () => {
    expect(open(...Array.from({ length: 200 }, (_, index) => `/page-${index}`))).toHaveLength(100);
  });
});

it('an item that is pinned again is unpinned', () => {
  const pinned = togglePinned(togglePinned([], '/a'), '/b');
  expect(pinned).toEqual(['/a', '/b']);
  expect(togglePinned(pinned, '/a')).toEqual(['/b']);
});
