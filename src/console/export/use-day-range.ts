import { useFormats } from '#console/ui/use-formats.ts';

/** Days of the calendar in words; one alone is told once. */
export function useDayRange(): (desde: string, hasta: string) => string {
  // Noon of UTC is the same day of the calendar in UTC, whatever zone the days are of.
  const format = useFormats('UTC');
  return (desde, hasta) => format.days(`${desde}T12:00:00Z`, `${hasta}T12:00:00Z`);
}
