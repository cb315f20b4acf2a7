import { describe, expect, it } from 'vitest';
import { isQuiet } from './notice-settings.ts';

const at = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

describe('quiet hours', () => {
  it.each([
    ['19:59', false],
    ['20:00', true],
    ['23:59', true],
    ['00:00', true],
    ['07:59', true],
    ['08:00', false],
    ['12:00', false],
  ])('over midnight include %s: %s', (time, quiet) => {
    expect(isQuiet(at(time), { from: '20:00', to: '08:00' })).toBe(quiet);
  });

  it.each([
    ['12:59', false],
    ['13:00', true],
    ['15:29', true],
    ['15:30', false],
  ])('within a day include %s: %s', (time, quiet) => {
    expect(isQuiet(at(time), { from: '13:00', to: '15:30' })).toBe(quiet);
  });

  it('last all day with equal times, and never begin without valid ones', () => {
    expect(isQuiet(at('03:00'), { from: '08:00', to: '08:00' })).toBe(true);
    expect(isQuiet(at('03:00'), null)).toBe(false);
    expect(isQuiet(at('03:00'), { from: '', to: '08:00' })).toBe(false);
  });
});
