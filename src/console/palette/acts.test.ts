import { expect, it } from 'vitest';
import { listShortcutActs } from './acts.ts';

const shortcut = (label: string, keys?: string) => ({ label, keys, run: () => {} });

it('actions are the shortcuts that would run, innermost first, sorted by label, without sequences', () => {
  const acts = listShortcutActs([
    {
      title: 'Vitrina',
      shortcuts: [shortcut('Go', 'g i'), shortcut('Find', 'Mod+k'), shortcut('Help', '?')],
    },
    { title: 'List', shortcuts: [shortcut('Open', 'o'), shortcut('Open', 'Enter'), shortcut('Read', 'r')] },
    { title: 'Inquiry', shortcuts: [shortcut('Reply', 'r'), shortcut('Won')] },
  ]);
  expect(acts.map(({ label, detail, keys }) => [label, detail, keys?.join(' ')])).toEqual([
    ['Reply', 'Inquiry', 'r'],
    ['Won', 'Inquiry', ''],
    ['Open', 'List', 'o Enter'],
    ['Help', 'Vitrina', '?'],
  ]);
});
