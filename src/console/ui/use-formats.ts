import { useLingui } from '@lingui/react';
import { useSyncExternalStore } from 'react';
import { type Formats, formatsFor } from './formats.ts';

/** Formats in the person's language, for one zone. */
export function useFormats(timeZone: string): Formats {
  const { i18n } = useLingui();
  return formatsFor(i18n.locale, timeZone);
}

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, 30_000);

/** The present, in ms, moving every half minute. */
export function useNow(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => now,
  );
}
