export type Density = 'comfortable' | 'compact';

export const DENSITY_PREFIX = 'vitrina-density:';

export function density(): Density {
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable';
}

export function applyDensity(person: string | undefined): void {
  document.documentElement.dataset.density = localStorage.getItem(DENSITY_PREFIX + person) ?? 'comfortable';
}
