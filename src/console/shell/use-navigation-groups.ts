import { useLingui } from '@lingui/react/macro';
import { useSession } from '#console/session/session.ts';
import { type NavigationEntry, SETTINGS_ENTRIES, mainEntries } from './navigation-entries.tsx';
import type { PageDefinition } from './page-definition.ts';

/** The inbox is part of the entry chunk and not among the pages. */
export function findPage(
  pages: readonly PageDefinition[],
  { to, page = to }: NavigationEntry,
): PageDefinition | undefined {
  return pages.find(({ path }) => path === page);
}

export function useNavigationGroups(pages: readonly PageDefinition[]) {
  const { t } = useLingui();
  const { may, person } = useSession();
  const isAllowed = (entry: NavigationEntry) =>
    may.includes(findPage(pages, entry)?.needs ?? 'listInquiries');
  return [
    { title: undefined, entries: mainEntries(person.role).filter(isAllowed) },
    { title: t`Ajustes`, entries: SETTINGS_ENTRIES.filter(isAllowed) },
  ].filter(({ entries }) => entries.length > 0);
}
