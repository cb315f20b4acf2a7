import { LANGUAGE_KEY } from '#console/locales/preferred-language.ts';
import { THEME_KEY } from '#console/ui/color-scheme.ts';
import { DENSITY_PREFIX } from '#console/ui/kept-density.ts';
import { KEYS_KEY } from '#console/ui/keys.ts';

/** Whom the browser keeps things for: nobody after signing out. */
export const PERSON_KEY = 'vitrina-person';
/** With a person's id: how they are told of new inquiries on this device. */
export const NOTICES_PREFIX = 'vitrina-notices:';
/** How the console looks and is used on this device: nothing of a person. */
const OF_THE_DEVICE = [LANGUAGE_KEY, THEME_KEY, KEYS_KEY];
/** How each person has it there, by their id. Nothing else of them is kept. */
const OF_EACH = [NOTICES_PREFIX, DENSITY_PREFIX];

/** What the browser keeps of how the console looks and is used on it, by whoever uses it. */
export function readPreferences(): readonly (readonly [key: string, value: string | null])[] {
  const ofEach = Object.keys(localStorage).filter((key) => OF_EACH.some((prefix) => key.startsWith(prefix)));
  return [...OF_THE_DEVICE, ...ofEach].map((key) => [key, localStorage.getItem(key)]);
}

/** Erases what the browser kept of a person: drafts and whatever else is not the device's. */
export function clearPersonalData(kept = readPreferences()): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
}

/** Before a person's first page: nothing may be left of another, whose session ended without signing out. */
export function claimStorage(person: string): void {
  if (localStorage.getItem(PERSON_KEY) !== person) clearPersonalData();
  localStorage.setItem(PERSON_KEY, person);
}
