import { useSyncExternalStore } from 'react';

/** How much room a row takes. */
export type Density = 'comfortable' | 'compact';

export const DENSITY_KEY = 'vitrina-density';

const listeners = new Set<() => void>();

export function density(): Density {
  return localStorage.getItem(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable';
}

export function useDensity(): [Density, (chosen: Density) => void] {
  const chosen = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, density);
  return [chosen, chooseDensity];
}

function chooseDensity(chosen: Density): void {
  if (chosen === 'comfortable') localStorage.removeItem(DENSITY_KEY);
  else localStorage.setItem(DENSITY_KEY, chosen);
  for (const listener of listeners) listener();
}
