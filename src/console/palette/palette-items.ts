import { rankMatch } from '#matching/suggest.ts';
import type { SavedItems } from '#console/session/saved-items.ts';

export const ITEM_KINDS = [
  'act',
  'page',
  'view',
  'agency',
  'person',
  'topic',
  'catalog',
  'inquiry',
  'city',
  'help',
  'trace',
] as const;
export type Kind = (typeof ITEM_KINDS)[number];

export interface PaletteItem {
  id: string;
  kind: Kind;
  label: string;
  detail?: string | undefined;
  keywords?: string;
  to: string | undefined;
  keys?: readonly string[] | undefined;
  isSuggested?: boolean;
}

export const canBePinned = ({ kind, id }: PaletteItem): boolean => kind !== 'act' && id.startsWith('/');

export type GroupName = 'pinned' | 'recent' | Kind;

export interface PaletteGroup {
  name: GroupName;
  items: readonly PaletteItem[];
  total: number;
}

interface Sources {
  items: readonly PaletteItem[];
  savedItems: readonly PaletteItem[];
  found: readonly PaletteItem[];
}

const MAX_RECENT_ITEMS = 8;
const MAX_OF_KIND = 6;
/** The detail of these kinds is common to many items: the part of the page, the catalog. */
const KINDS_WITH_COMMON_DETAIL = new Set<Kind>(['act', 'catalog']);
const STRONG_RANK = 2.5;

/** Pinned and recent items come first, then groups in which a word begins with the text. */
export function groupItems(
  { items, savedItems, found }: Sources,
  query: string,
  saved: SavedItems,
): PaletteGroup[] {
  const isEmpty = query.trim() === '';
  const byId = new Map([...savedItems, ...items].map((item) => [item.id, item]));
  const lookUpAll = (ids: readonly string[]) =>
    ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
  const pinned = lookUpAll(saved.pinned);
  const recent = lookUpAll(saved.recent.filter((id) => !saved.pinned.includes(id))).filter(
    ({ kind, isSuggested }) => !isEmpty || kind !== 'page' || !isSuggested,
  );
  const first = [
    rankGroup('pinned', pinned, query, saved.pinned.length),
    rankGroup('recent', recent, query, MAX_RECENT_ITEMS),
  ];
  const listed = new Set(first.flatMap((group) => group.items.map(({ id }) => id)));
  const isLeft = ({ id, isSuggested }: PaletteItem) => !listed.has(id) && (!isEmpty || isSuggested === true);
  const left = items.filter(isLeft);
  const local = ITEM_KINDS.map((kind) =>
    rankGroup(
      kind,
      left.filter((item) => item.kind === kind),
      query,
      isEmpty && kind !== 'act' ? left.length : MAX_OF_KIND,
    ),
  );
  const remote = ITEM_KINDS.map((kind) => {
    const ofKind = found.filter((item) => item.kind === kind && !listed.has(item.id));
    return { name: kind, items: ofKind, total: ofKind.length };
  });
  const isStrong = ({ rank }: { rank: number }) => rank <= STRONG_RANK;
  return [
    ...first,
    ...local.filter(isStrong),
    ...local.filter((group) => !isStrong(group)),
    ...remote,
  ].filter((group) => group.items.length > 0);
}

function rankGroup(name: GroupName, items: readonly PaletteItem[], query: string, limit: number) {
  const ranked = items
    .map((item) => ({ item, rank: rankItem(item, query) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((a, b) => a.rank - b.rank);
  return {
    name,
    items: ranked.slice(0, limit).map(({ item }) => item),
    total: ranked.length,
    rank: ranked[0]?.rank ?? Infinity,
  };
}

/** A match in the label ranks before one in other texts. */
function rankItem({ kind, label, detail, keywords }: PaletteItem, query: string): number {
  if (query.trim() === '') return 0;
  const ownDetail = KINDS_WITH_COMMON_DETAIL.has(kind) ? undefined : detail;
  const texts = [label, ownDetail, keywords].filter(Boolean).join(' ');
  return Math.min(rankMatch([label], query), rankMatch([texts], query) + 0.5);
}
