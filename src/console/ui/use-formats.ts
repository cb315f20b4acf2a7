import { useLingui } from '@lingui/react';
import { createStore, useStore } from '#console/api/store.ts';
import { type Formats, formatsFor } from './formats.ts';
import { useTimeZone } from './time-zone.ts';

export function useFormats(zone?: string): Formats {
  const { i18n } = useLingui();
  const serviceZone = useTimeZone();
  return formatsFor(i18n.locale, zone ?? serviceZone);
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
