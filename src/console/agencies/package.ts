import { AgenciaProductos } from '#contract/agencies.ts';
import { type Tolerant, tolerant } from '#contract/reading.ts';
import { addDays, isCalendarDay } from '#contract/window.ts';

/** AgenciaProductos as it is read: whatever is not guaranteed may be null or absent. */
export type Package = Tolerant<typeof AgenciaProductos>;
export type Product = NonNullable<Package['Productos']>[number];

const Read = tolerant(AgenciaProductos);

/** A package that came inside something else; undefined where it has another form. */
export function readPackage(value: unknown): Package | undefined {
  const read = Read.safeParse(value);
  return read.success ? read.data : undefined;
}

export interface Use {
  used: number;
  contracted: number;
  /** `ending`: nine of ten are used. */
  level: 'free' | 'ending' | 'over';
}

/** How much of the publications is used; undefined where the service did not say, or nothing was contracted. */
export function usedOf(products: readonly Product[] | null | undefined): Use | undefined {
  const told = (products ?? []).flatMap(({ Utilizadas, Contratadas }) =>
    typeof Utilizadas === 'number' && typeof Contratadas === 'number'
      ? [{ used: Utilizadas, contracted: Contratadas }]
      : [],
  );
  const used = told.reduce((sum, product) => sum + product.used, 0);
  const contracted = told.reduce((sum, product) => sum + product.contracted, 0);
  if (contracted <= 0) return undefined;
  return {
    used,
    contracted,
    level: used >= contracted ? 'over' : used >= contracted * 0.9 ? 'ending' : 'free',
  };
}

const SOON_DAYS = 30;

/** Whether a package that ends on `day` has ended, or will soon; undefined where that is no day. */
export function endingOf(day: unknown, today: string): 'ended' | 'soon' | 'later' | undefined {
  if (typeof day !== 'string' || !isCalendarDay(day)) return undefined;
  if (day < today) return 'ended';
  return day <= addDays(today, SOON_DAYS) ? 'soon' : 'later';
}

/** An instant of the day that is that day in every zone that is asked: for formats. */
export function middayOf(day: string): string {
  return `${day}T12:00:00Z`;
}
