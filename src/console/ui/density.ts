import { useSyncExternalStore } from 'react';
import { useSession } from '#console/session/session.ts';
import { DENSITY_PREFIX, type Density, applyDensity, density } from './stored-density.ts';

const listeners = new Set<() => void>();

export function useDensity(): [Density, (chosen: Density) => void] {
  const { id } = useSession().person;
  const chosen = useSyncExternalStore((listener) => {
    // The development server has no head script.
    applyDensity(id);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, density);
  return [chosen, (wanted) => chooseDensity(id, wanted)];
}

function chooseDensity(person: string, chosen: Density): void {
  if (chosen === 'comfortable') localStorage.removeItem(DENSITY_PREFIX + person);
  else localStorage.setItem(DENSITY_PREFIX + person, chosen);
  applyDensity(person);
  for (const listener of listeners) listener();
}
