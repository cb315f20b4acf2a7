import { useSyncExternalStore } from 'react';
import { SAVED_ITEMS_PREFIX } from './browser-storage.ts';
import { useSession } from './session.ts';

// What a person opened last and what they pinned, in this browser. Items are stored as addresses only: they survive
// signing out, and nothing about buyers may.

export interface SavedItems {
  /** Ids, the last one opened first. */
  recent: readonly string[];
  /** Ids, the first one pinned first. */
  pinned: readonly string[];
}

const NOTHING: SavedItems = { recent: [], pinned: [] };
/** So that walking through inquiries leaves the recent agencies. */
const MAX_RECENT_OF_KIND = 10;
const MAX_RECENT = 100;
const MAX_PINNED = 50;

/** The id of an item is its address, in which the case of mails and sids does not matter. */
export const toItemId = (address: string): string => address.toLowerCase();

export function readSavedItems(personId: string): SavedItems {
  return parse(localStorage.getItem(SAVED_ITEMS_PREFIX + personId));
}

export function useSavedItems(): SavedItems & { togglePin: (id: string) => void } {
  const { id: personId } = useSession().person;
  const key = SAVED_ITEMS_PREFIX + personId;
  const items = parse(useSyncExternalStore(subscribe, () => localStorage.getItem(key)));
  return { ...items, togglePin: (id) => write(personId, togglePinned(items, id)) };
}

/** Addresses in the order in which they were opened. */
export function rememberItems(personId: string, addresses: readonly string[]): void {
  const before = readSavedItems(personId);
  const after = addresses.reduce((items, address) => addRecent(items, toItemId(address)), before);
  write(personId, after);
}

export function addRecent(items: SavedItems, id: string): SavedItems {
  const others = items.recent.filter((other) => other !== id);
  const sameKind = others.filter((other) => kindOf(other) === kindOf(id));
  const dropped = new Set(sameKind.slice(MAX_RECENT_OF_KIND - 1));
  const recent = [id, ...others.filter((other) => !dropped.has(other))].slice(0, MAX_RECENT);
  return { ...items, recent };
}

export function togglePinned(items: SavedItems, id: string): SavedItems {
  const pinned = items.pinned.includes(id)
    ? items.pinned.filter((other) => other !== id)
    : [...items.pinned, id].slice(-MAX_PINNED);
  return { ...items, pinned };
}

/** Page and depth: `/agencies` and an agency below it are of two kinds. */
function kindOf(id: string): string {
  const segments = id.split(/[/?]/);
  return `${segments[1]} ${segments.length}`;
}

function parse(text: string | null): SavedItems {
  try {
    return { ...NOTHING, ...(JSON.parse(text ?? '{}') as Partial<SavedItems>) };
  } catch {
    return NOTHING;
  }
}

function write(personId: string, items: SavedItems): void {
  localStorage.setItem(SAVED_ITEMS_PREFIX + personId, JSON.stringify(items));
  // Browsers send it to the other tabs only.
  dispatchEvent(new Event('storage'));
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
