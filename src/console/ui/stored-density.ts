export type Density = 'comfortable' | 'compact';

/** Followed by the person's id. */
export const DENSITY_PREFIX = 'vitrina-density:';

export function density(): Density {
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable';
}

/** Sets the attribute that style sheets read; also part of the head script. */
export function applyDensity(person: string | undefined): void {
  document.documentElement.dataset.density = localStorage.getItem(DENSITY_PREFIX + person) ?? 'comfortable';
}

/** Of the inbox, px; as in `inquiry-row.css`. */
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 58, compact: 46 };
