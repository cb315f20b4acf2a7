import { expect, it } from 'vitest';
import { mergeShortcutGroups } from './shortcut-groups.ts';

const group = (title: string, ...keys: string[]) => ({
  title,
  shortcuts: keys.map((key) => ({ keys: key, label: `${title} ${key}`, run: () => {} })),
});
const summarize = (groups: ReturnType<typeof mergeShortcutGroups>) =>
  groups.map(({ title, actions }) => [title, ...actions.map(({ keys }) => keys.join(' or '))]);

it('the last group is put at the end', () => {
  expect(summarize(mergeShortcutGroups([group('All', '?'), group('List', 'j', 'k')], 'All'))).toEqual([
    ['List', 'j', 'k'],
    ['All', '?'],
  ]);
});

it('groups with the same title are merged', () => {
  expect(
    summarize(mergeShortcutGroups([group('One', 'n'), group('Two', 'x'), group('One', 'e')], '')),
  ).toEqual([
    ['One', 'n', 'e'],
    ['Two', 'x'],
  ]);
});

it('of two shortcuts with the same keys only the last one stays', () => {
  const [list, panel] = [group('List', 'r', 'j'), group('Panel', 'r')];
  expect(summarize(mergeShortcutGroups([list, panel], ''))).toEqual([
    ['List', 'j'],
    ['Panel', 'r'],
  ]);
  expect(summarize(mergeShortcutGroups([list, panel, group('List', 'j', 'r')], ''))).toEqual([
    ['List', 'j', 'r'],
  ]);
});

it('shortcuts with the same label are merged', () => {
  const open = (keys: string) => ({ keys, label: 'Open', run: () => {} });
  const groups = [{ title: 'List', shortcuts: [open('o'), ...group('List', 'j').shortcuts, open('Enter')] }];
  expect(summarize(mergeShortcutGroups(groups, ''))).toEqual([['List', 'o or Enter', 'j']]);
});
