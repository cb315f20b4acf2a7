import { useFormats } from './use-formats.ts';

export function useDayRange(): (desde: string, hasta: string) => string {
  const format = useFormats('UTC');
  return (desde, hasta) => format.days(`${desde}T12:00:00Z`, `${hasta}T12:00:00Z`);
}
