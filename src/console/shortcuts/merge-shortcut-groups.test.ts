import { expect, it } from 'vitest';
import { listed } from './merge-shortcut-groups.ts';

const group = (title: string, ...keys: string[]) => ({
  title,
  shortcuts: keys.map((key) => ({ keys: key, label: `${title} ${key}`, run: () => {} })),
});
const told = (groups: ReturnType<typeof listed>) =>
  groups.map(({ title, lines }) => [title, ...lines.map(({ keys }) => keys.join(' or '))]);

it('puts what holds everywhere at the end, wherever it was heard first', () => {
  expect(told(listed([group('All', '?'), group('List', 'j', 'k')], 'All'))).toEqual([
    ['List', 'j', 'k'],
    ['All', '?'],
  ]);
});

it('joins groups of one title', () => {
  expect(told(listed([group('One', 'n'), group('Two', 'x'), group('One', 'e')], ''))).toEqual([
    ['One', 'n', 'e'],
    ['Two', 'x'],
  ]);
});

it('names of the same keys what they do', () => {
  const [list, panel] = [group('List', 'r', 'j'), group('Panel', 'r')];
  expect(told(listed([list, panel], ''))).toEqual([
    ['List', 'j'],
    ['Panel', 'r'],
  ]);
  expect(told(listed([list, panel, group('List', 'j', 'r')], ''))).toEqual([['List', 'j', 'r']]);
});

it('puts what does the same in one line', () => {
  const open = (keys: string) => ({ keys, label: 'Open', run: () => {} });
  const groups = [{ title: 'List', shortcuts: [open('o'), ...group('List', 'j').shortcuts, open('Enter')] }];
  expect(told(listed(groups, ''))).toEqual([['List', 'o or Enter', 'j']]);
});
