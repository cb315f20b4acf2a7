import { useLingui } from '@lingui/react/macro';
import { matchPath, useLocation } from 'react-router';
import { patterns } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import type { Shortcut } from '#console/ui/keyboard-shortcuts.ts';

type InquiryShortcut = Pick<Shortcut, 'keys' | 'label' | 'disabledReason'>;

/** Shortcuts of an inquiry, also while none is open and their code may not be loaded. */
export function useInquiryShortcuts(): readonly InquiryShortcut[] {
  const { t } = useLingui();
  const { may } = useSession();
  const { pathname } = useLocation();
  if (!matchPath(patterns.inbox, pathname)) return [];
  const disabledReason = may.includes('changeFollowUp')
    ? undefined
    : t`Con tu rol no se cambia el seguimiento`;
  return [
    { keys: 'c', label: t`Llamar` },
    { keys: 'w', label: t`WhatsApp` },
    { keys: 'm', label: t`Correo` },
    { keys: 'r', label: t`Responder con una plantilla` },
    { keys: 'e', label: t`Marcar como contactada`, disabledReason },
    { keys: 's', label: t`Posponer`, disabledReason },
    { keys: 'n', label: t`Escribir una nota`, disabledReason },
    { keys: 'a', label: t`Pasarla a otra persona`, disabledReason },
    { keys: 'z', label: t`Deshacer lo último`, disabledReason },
    { keys: 'y', label: t`Copiar el enlace` },
    { keys: 'u', label: t`Volver a la lista` },
    { keys: 'Escape', label: t`Volver a la lista` },
  ];
}

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
