/** Query parameters of search and facets in the inbox's URL; not part of the v3 interface. */
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
  'cifra',
] as const;
export type NarrowingName = (typeof NARROWING)[number];
/** Narrowing whose values are counted. */
export type FacetName = Exclude<NarrowingName, 'buscar' | 'cifra'>;
export type Narrowing = Partial<Record<NarrowingName, string>>;

/** Built-in views: to answer, overdue, mine, today, snoozed, overdue for long. */
export const BUILT_IN_VIEW_NAMES = ['esperando', 'tarde', 'mias', 'hoy', 'pospuestas', 'viejas'] as const;
export type BuiltInView = (typeof BUILT_IN_VIEW_NAMES)[number];

export function isBuiltInView(view: string): view is BuiltInView {
  return BUILT_IN_VIEW_NAMES.some((name) => name === view);
}

/** Value of `agencia` for all agencies that the person may see. */
export const ALL_AGENCIES = 'todas';

/** decided: sellers begin with what there is to answer in all their agencies. */
export const QUEUE_SEARCH = `agencia=${ALL_AGENCIES}&vista=esperando`;
