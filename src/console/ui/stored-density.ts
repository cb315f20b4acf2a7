/** How much room a row takes. */
export type Density = 'comfortable' | 'compact';

/** With a person's id: the density that they chose on this device; none: comfortable. */
export const DENSITY_PREFIX = 'vitrina-density:';

/** As it is on the page. */
export function density(): Density {
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable';
}

/** Puts what a person chose on the page, where style sheets find it; also part of the head script. */
export function applyDensity(person: string | undefined): void {
  document.documentElement.dataset.density = localStorage.getItem(DENSITY_PREFIX + person) ?? 'comfortable';
}

/** Height of a row of the inbox, as `inquiry-row.css` has it. */
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 58, compact: 46 };
