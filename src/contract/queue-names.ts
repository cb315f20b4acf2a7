/** Names of search and facets in the inbox's address. They are not part of the service's interface. */
export const NARROWING = [
  'buscar',
  'marca',
  'origen',
  'tipo',
  'interes',
  'condicion',
  'provincia',
  'permuta',
  'financia',
  'seguro',
  'seguimiento',
  'mias',
] as const;
export type NarrowingName = (typeof NARROWING)[number];
export type FacetName = Exclude<NarrowingName, 'buscar'>;
export type Narrowing = Partial<Record<NarrowingName, string>>;

/** Views that everybody has: waiting, late, mine, today, snoozed. */
export const VIEWS = ['esperando', 'tarde', 'mias', 'hoy', 'pospuestas'] as const;
export type BuiltInView = (typeof VIEWS)[number];

export function isBuiltIn(view: string): view is BuiltInView {
  return VIEWS.some((name) => name === view);
}

/** In the place of agencies: all that the person may see. */
export const ALL_AGENCIES = 'todas';
