import { useSyncExternalStore } from 'react';
import { DENSITY_PREFIX, type Density, applyDensity, density } from './stored-density.ts';

const listeners = new Set<() => void>();

export function useDensity(personId: string): [Density, (density: Density) => void] {
  const value = useSyncExternalStore((listener) => {
    // The development server has no head script.
    applyDensity(personId);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, density);
  return [value, (density) => saveDensity(personId, density)];
}

function saveDensity(personId: string, density: Density): void {
  if (density === 'comfortable') localStorage.removeItem(DENSITY_PREFIX + personId);
  else localStorage.setItem(DENSITY_PREFIX + personId, density);
  applyDensity(personId);
  for (const listener of listeners) listener();
}
