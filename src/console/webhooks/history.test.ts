import { expect, it } from 'vitest';
import type { SavedWebhookSettings } from '#contract/desk/webhooks.ts';
import { memberOf, membersOf } from './history.ts';

const settings: SavedWebhookSettings = {
  callback: 'https://a.example/x',
  description: null,
  active: true,
  headers: [null, { Name: 'X-B', Value: '2' }],
  secret: 'kept',
};

it('tells all that is set of the first change', () => {
  expect(membersOf(settings, null)).toEqual(['Callback', 'Activo', 'HeaderCustom02', 'Secret']);
});

it('tells what the next one made different', () => {
  const next: SavedWebhookSettings = { ...settings, active: false, headers: [], secret: 'none' };
  expect(membersOf(next, settings)).toEqual(['Activo', 'HeaderCustom02', 'Secret']);
  expect(membersOf(settings, settings)).toEqual([]);
  expect(memberOf(settings, 'HeaderCustom02')).toBe('X-B: 2');
  expect(memberOf(next, 'HeaderCustom02')).toBeNull();
});
