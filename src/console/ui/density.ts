import { useSyncExternalStore } from 'react';
import { DENSITY_KEY, type Density, applyDensity, density } from './kept-density.ts';

export { DENSITY_KEY } from './kept-density.ts';

const listeners = new Set<() => void>();

export function useDensity(): [Density, (chosen: Density) => void] {
  const chosen = useSyncExternalStore((listener) => {
    // The development server has no head script.
    applyDensity();
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, density);
  return [chosen, chooseDensity];
}

function chooseDensity(chosen: Density): void {
  if (chosen === 'comfortable') localStorage.removeItem(DENSITY_KEY);
  else localStorage.setItem(DENSITY_KEY, chosen);
  applyDensity();
  for (const listener of listeners) listener();
}
