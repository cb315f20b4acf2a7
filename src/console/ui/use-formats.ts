import { useLingui } from '@lingui/react';
import { createStore, useStore } from '#console/api/store.ts';
import { type Formats, formatsFor } from './formats.ts';

export function useFormats(timeZone: string): Formats {
  const { i18n } = useLingui();
  return formatsFor(i18n.locale, timeZone);
}

const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), 30_000);

export function useNow(): number {
  return useStore(now);
}
