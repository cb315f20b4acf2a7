import type { Shortcut } from '#console/ui/keyboard-shortcuts.ts';

interface Group {
  title: string;
  shortcuts: readonly Pick<Shortcut, 'keys' | 'label'>[];
}

interface MergedGroup {
  title: string;
  actions: { label: string; keys: string[] }[];
}

/** The later of two shortcuts with the same keys remains, as in `useShortcuts`. `lastTitle` is put last. */
export function mergeShortcutGroups(groups: readonly Group[], lastTitle: string): MergedGroup[] {
  const effective = new Map(
    groups.flatMap(({ shortcuts }) => shortcuts).map((shortcut) => [shortcut.keys, shortcut]),
  );
  const merged = new Map<string, Map<string, string[]>>();
  for (const { title, shortcuts } of groups)
    for (const shortcut of shortcuts) {
      const { keys, label } = shortcut;
      if (keys === undefined || effective.get(keys) !== shortcut) continue;
      const actions = merged.get(title) ?? new Map<string, string[]>();
      merged.set(title, actions.set(label, [...(actions.get(label) ?? []), keys]));
    }
  return [...merged]
    .map(([title, actions]) => ({
      title,
      actions: [...actions].map(([label, keys]) => ({ label, keys })),
    }))
    .toSorted((a, b) => Number(a.title === lastTitle) - Number(b.title === lastTitle));
}
