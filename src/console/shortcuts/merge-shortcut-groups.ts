import type { Shortcut } from '#console/ui/keys.ts';

interface Group {
  title: string;
  shortcuts: readonly Pick<Shortcut, 'keys' | 'label'>[];
}

/** What can be done, and by which keys; each of them does it. */
interface Listed {
  title: string;
  lines: { label: string; keys: string[] }[];
}

/**
 * Groups as they are read: those of one title together, what does the same in one line, of two shortcuts with the same
 * keys the one that is meant, and what holds everywhere (`last`) at the end.
 */
export function listed(groups: readonly Group[], last: string): Listed[] {
  const meant = new Map(
    groups.flatMap(({ shortcuts }) => shortcuts).map((shortcut) => [shortcut.keys, shortcut]),
  );
  const titles = [...new Set(groups.map(({ title }) => title))];
  return titles
    .map((title) => {
      const lines = new Map<string, string[]>();
      for (const group of groups)
        for (const shortcut of group.title === title ? group.shortcuts : [])
          if (meant.get(shortcut.keys) === shortcut)
            lines.set(shortcut.label, [...(lines.get(shortcut.label) ?? []), shortcut.keys]);
      return { title, lines: [...lines].map(([label, keys]) => ({ label, keys })) };
    })
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => Number(a.title === last) - Number(b.title === last));
}
