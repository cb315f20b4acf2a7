import { LANGUAGE_KEY } from '#console/locales/preferred.ts';
import { THEME_KEY } from '#console/ui/color-scheme.ts';
import { DENSITY_KEY } from '#console/ui/density.ts';
import { KEYS_KEY } from '#console/ui/keys.ts';

const PERSON_KEY = 'vitrina-person';
/** How the console looks and is used on this device: nothing of a person. */
const OF_THE_DEVICE = [LANGUAGE_KEY, THEME_KEY, DENSITY_KEY, KEYS_KEY];

/** What the browser keeps of how the console looks and is used on it. */
export function ofTheDevice(): readonly (readonly [key: string, value: string | null])[] {
  return OF_THE_DEVICE.map((key) => [key, localStorage.getItem(key)]);
}

/** Erases what the browser kept of a person: drafts and whatever else is not the device's. */
export function forgetPerson(kept = ofTheDevice()): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
}

/** Before a person's first page: nothing may be left of another, whose session ended without signing out. */
export function keepFor(person: string): void {
  if (localStorage.getItem(PERSON_KEY) !== person) forgetPerson();
  localStorage.setItem(PERSON_KEY, person);
}
