/** What narrows the rows that are loaded, as the inbox's address names it. The service hears nothing of it. */
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
export type Narrowing = Partial<Record<NarrowingName, string>>;

/** Views that everybody has: waiting, late, mine, today, snoozed. */
export const VIEWS = ['esperando', 'tarde', 'mias', 'hoy', 'pospuestas'] as const;
export type BuiltInView = (typeof VIEWS)[number];

export function isBuiltIn(view: string): view is BuiltInView {
  return VIEWS.some((name) => name === view);
}

/** In the place of agencies: all that the person may see. */
export const ALL_AGENCIES = 'todas';

/** Lists of follow-up, by the names they are asked for. */
export type BySid = 'mine' | 'snoozed';

/** The list of follow-up that says which inquiries a view has, of any age: these are read one by one, by their sids. */
export function bySidOf(view: BuiltInView | undefined): BySid | undefined {
  if (view === 'mias') return 'mine';
  return view === 'pospuestas' ? 'snoozed' : undefined;
}
