import { PINNED_PREFIX, storeText, useStoredText } from './browser-storage.ts';
import { useSession } from './session.ts';

// Items that a person opened last or pinned are stored as addresses, without anything about buyers. Signing out erases
// those that were opened, and leaves those that are pinned.

export interface SavedItems {
  recent: readonly string[];
  pinned: readonly string[];
}

const RECENT_PREFIX = 'vitrina-recent:';
/** The limit by kind keeps recent agencies when many inquiries are opened. */
const MAX_RECENT_OF_KIND = 10;
const MAX_SAVED_RECENT = 100;
const MAX_PINNED = 50;

/** The id of an item is its address, in which the case of mails and sids does not matter. */
export const toItemId = (address: string): string => address.toLowerCase();

export function useSavedItems(): SavedItems & { togglePin: (id: string) => void } {
  const { id } = useSession().person;
  const recent = parse(useStoredText(RECENT_PREFIX + id));
  const pinned = parse(useStoredText(PINNED_PREFIX + id));
  const togglePin = (itemId: string) =>
    storeText(PINNED_PREFIX + id, JSON.stringify(togglePinned(pinned, itemId)));
  return { recent, pinned, togglePin };
}

export function rememberItems(personId: string, addresses: readonly string[]): void {
  const key = RECENT_PREFIX + personId;
  const ids = addresses.map(toItemId).reduce(addRecent, parse(localStorage.getItem(key)));
  storeText(key, JSON.stringify(ids));
}

export function addRecent(recent: readonly string[], id: string): readonly string[] {
  const others = recent.filter((other) => other !== id);
  const sameKind = others.filter((other) => kindOf(other) === kindOf(id));
  const dropped = new Set(sameKind.slice(MAX_RECENT_OF_KIND - 1));
  return [id, ...others.filter((other) => !dropped.has(other))].slice(0, MAX_SAVED_RECENT);
}

export function togglePinned(pinned: readonly string[], id: string): readonly string[] {
  return pinned.includes(id) ? pinned.filter((other) => other !== id) : [...pinned, id].slice(-MAX_PINNED);
}

/** The kind is page and depth: `/agencies` and an agency below it differ. */
function kindOf(id: string): string {
  const segments = id.split(/[/?]/);
  return `${segments[1]} ${segments.length}`;
}

function parse(text: string | null): readonly string[] {
  try {
    return JSON.parse(text ?? '[]') as string[];
  } catch {
    return [];
  }
}
