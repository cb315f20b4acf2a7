import { useLingui } from '@lingui/react/macro';
import { matchPath, useLocation } from 'react-router';
import { paths, patterns } from '#console/paths.ts';
import { toItemId } from '#console/session/saved-items.ts';
import { useSession } from '#console/session/session.ts';
import { type ShortcutGroup, useShortcutGroups } from '#console/ui/keyboard-shortcuts.ts';
import type { PaletteItem } from './palette-items.ts';

export function useActs(): PaletteItem[] {
  const groups = useShortcutGroups();
  return [...usePageActs(), ...listShortcutActs(groups)];
}

/**
 * Sequences lead to pages and views, which are items of their own, and with a modifier only the palette
 * opens.
 */
export function listShortcutActs(groups: readonly ShortcutGroup[]): PaletteItem[] {
  const shortcuts = groups.flatMap((group) => group.shortcuts);
  const effective = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut]));
  const acts = new Map<string, PaletteItem & { keys: string[] }>();
  for (const { title, shortcuts: ofGroup } of groups.toReversed())
    for (const shortcut of ofGroup) {
      const { keys, label } = shortcut;
      if (keys !== undefined && (/[ +]/.test(keys) || effective.get(keys) !== shortcut)) continue;
      const act = acts.get(label) ?? {
        id: label,
        kind: 'act',
        label,
        detail: title,
        to: undefined,
        keys: [],
        isSuggested: true,
      };
      if (keys !== undefined) act.keys.push(keys);
      acts.set(label, act);
    }
  return [...acts.values()];
}

function usePageActs(): PaletteItem[] {
  const { t } = useLingui();
  const { may } = useSession();
  const { pathname } = useLocation();
  const agency = matchPath({ path: patterns.agency, end: false }, pathname)?.params.adminMail;
  const topic = matchPath({ path: patterns.webhook, end: false }, pathname)?.params.topic;
  const isAgency = agency?.includes('@') === true;
  const agencyActs = isAgency && [
    { label: t`Ver sus consultas`, to: paths.inquiries(`agencia=${encodeURIComponent(agency)}`) },
    may.includes('editAgency') && { label: t`Editar la agencia`, to: paths.editAgency(agency) },
    may.includes('viewHours') && { label: t`Horarios de la agencia`, to: paths.hours(agency) },
    may.includes('disassociateAgency') && {
      label: t`Desasociar la agencia…`,
      to: paths.disassociateAgency(agency),
    },
  ];
  const topicActs = topic !== undefined && [
    may.includes('editWebhook') && { label: t`Editar el aviso`, to: paths.editWebhook(topic) },
    may.includes('viewWebhookHistory') && { label: t`Historial del aviso`, to: paths.webhookHistory(topic) },
  ];
  return (agencyActs || topicActs || [])
    .filter((act) => act !== false)
    .map(({ label, to }) => ({
      id: toItemId(to),
      kind: 'act',
      label,
      detail: agency ?? topic,
      to,
      isSuggested: true,
    }));
}
