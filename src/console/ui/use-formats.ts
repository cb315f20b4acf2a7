import { useLingui } from '@lingui/react';
import { createStore, useStore } from '#console/api/store.ts';
import { type Formats, formatsFor } from './formats.ts';

export function useFormats(timeZone: string): Formats {
  const { i18n } = useLingui();
  return formatsFor(i18n.locale, timeZone);
}

const clock = createStore(Date.now());
setInterval(() => clock.set(Date.now()), 30_000);

export function useNow(): number {
  return useStore(clock);
}

export function useDayRange(): (desde: string, hasta: string) => string {
  const format = useFormats('UTC');
  return (desde, hasta) => format.days(`${desde}T12:00:00Z`, `${hasta}T12:00:00Z`);
}
