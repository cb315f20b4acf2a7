import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { badgeTitle } from '#console/ui/title.ts';
import {
  addWaiting,
  keepBack,
  lookAtOne,
  lookAtRows,
  showWaiting,
  startWaiting,
  waitBehind,
} from './unread-badge.ts';

vi.mock('#console/ui/title.ts', () => ({ badgeTitle: vi.fn<(count: number) => void>() }));

const AGENCY = 'Ventas@ruta9.example';
const titled = () => vi.mocked(badgeTitle).mock.lastCall?.[0];
const rows = (sids: string[], more: Partial<Parameters<typeof lookAtRows>[1]> = {}) =>
  lookAtRows([AGENCY], { sids, view: undefined, whole: false, ...more });

let end = () => {};
beforeEach(() => {
  end = startWaiting('ana');
  showWaiting(true);
});
afterEach(() => {
  waitBehind([]);
  end();
});

it('counts each once, whoever knows of it, until its row or itself is shown', () => {
  addWaiting(AGENCY, 'a1');
  addWaiting(AGENCY, 'a2');
  waitBehind(['A2', 'a3']);
  expect(titled()).toBe(3);
  rows(['a1', 'x']);
  expect(titled()).toBe(2);
  waitBehind([]);
  expect(titled()).toBe(1);
  lookAtOne('A2');
  expect(titled()).toBe(0);
});

it('counts nothing of an agency whose whole list is shown, and goes on with the others', () => {
  addWaiting(AGENCY, 'a1');
  addWaiting('otra@x.example', 'b1');
  rows([], { whole: true });
  expect(titled()).toBe(1);
});

it('has what came back until its own view shows it, or somebody did something about it', () => {
  addWaiting(AGENCY, 'r1', { back: true });
  addWaiting(AGENCY, 'r2', { back: true });
  rows(['r1'], { view: 'esperando', whole: true });
  expect(titled()).toBe(2);
  rows(['r1'], { view: 'pospuestas' });
  expect(titled()).toBe(1);
  keepBack(AGENCY, new Set());
  expect(titled()).toBe(0);
});

it('says nothing where the person does not want it', () => {
  showWaiting(false);
  addWaiting(AGENCY, 'a1');
  expect(titled()).toBe(0);
  showWaiting(true);
  expect(titled()).toBe(1);
});
