/** How much room a row takes. */
export type Density = 'comfortable' | 'compact';

export const DENSITY_KEY = 'vitrina-density';

export function density(): Density {
  return localStorage.getItem(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable';
}

/** Puts the kept density on the page, where style sheets find it; also part of the head script. */
export function applyDensity(): void {
  document.documentElement.dataset.density = density();
}

/** Height of a row of the inbox, as `inquiry-row.css` has it. */
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 58, compact: 46 };
