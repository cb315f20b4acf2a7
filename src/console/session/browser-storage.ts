import { useSyncExternalStore } from 'react';
import { LANGUAGE_KEY } from '#console/locales/preferred-language.ts';
import { THEME_KEY } from '#console/ui/color-scheme.ts';
import { DENSITY_PREFIX } from '#console/ui/stored-density.ts';
import { SHORTCUTS_STORAGE_KEY } from '#console/ui/keyboard-shortcuts.ts';

/** Signing out removes the id of the person whose data this browser stores. */
export const PERSON_KEY = 'vitrina-person';
export const NOTICES_PREFIX = 'vitrina-notices:';
export const PINNED_PREFIX = 'vitrina-pinned:';
export const TABLES_PREFIX = 'vitrina-tables:';
export const OFFLINE_PREFIX = 'vitrina-offline:';
export const AGENCY_COLUMNS_PREFIX = 'vitrina-agency-columns:';
/** Each change of a follow-up that is not saved yet has a key of its own. */
export const CHANGES_PREFIX = 'vitrina-unsent:';
const DEVICE_KEYS = [LANGUAGE_KEY, THEME_KEY, SHORTCUTS_STORAGE_KEY];
const PERSON_PREFIXES = [
  NOTICES_PREFIX,
  DENSITY_PREFIX,
  PINNED_PREFIX,
  TABLES_PREFIX,
  OFFLINE_PREFIX,
  AGENCY_COLUMNS_PREFIX,
];
export const SESSION_KEY = 'vitrina-session';
export const OFFLINE_CACHE = 'vitrina-offline';

/** Preferences survive signing out. */
export function readPreferences(): readonly (readonly [key: string, value: string | null])[] {
  const personKeys = Object.keys(localStorage).filter((key) =>
    PERSON_PREFIXES.some((prefix) => key.startsWith(prefix)),
  );
  return [...DEVICE_KEYS, ...personKeys].map((key) => [key, localStorage.getItem(key)]);
}

export function clearPersonalData(preferences = readPreferences()): void {
  localStorage.clear();
  sessionStorage.clear();
  void eraseStoredQueries();
  for (const [key, value] of preferences) if (value !== null) localStorage.setItem(key, value);
}

export async function eraseStoredQueries(): Promise<void> {
  await globalThis.caches?.delete(OFFLINE_CACHE);
}

export function eraseOfflineData(): Promise<void> {
  localStorage.removeItem(SESSION_KEY);
  return eraseStoredQueries();
}

export function claimStorage(personId: string): void {
  if (localStorage.getItem(PERSON_KEY) !== personId) clearPersonalData();
  localStorage.setItem(PERSON_KEY, personId);
}

export function storedChangeKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(CHANGES_PREFIX));
}

export function useStoredText(key: string): string | null {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(key));
}

export function storeText(key: string, text: string): void {
  localStorage.setItem(key, text);
  // Browsers send the event to the other tabs only.
  dispatchEvent(new Event('storage'));
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
