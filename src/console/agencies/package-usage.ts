import { AgenciaProductos } from '#contract/agencies.ts';
import { type Tolerant, tolerant } from '#contract/reading.ts';
import { addDays, isCalendarDay } from '#contract/window.ts';

export type Package = Tolerant<typeof AgenciaProductos>;
export type Product = NonNullable<Package['Productos']>[number];

const PackageSchema = tolerant(AgenciaProductos);

export function parsePackage(value: unknown): Package | undefined {
  return PackageSchema.safeParse(value).data;
}

export interface PackageUsage {
  used: number;
  contracted: number;
  level: 'normal' | 'low' | 'exhausted';
}

export function packageUsage(products: readonly Product[] | null | undefined): PackageUsage | undefined {
  let [used, contracted] = [0, 0];
  for (const { Utilizadas, Contratadas } of products ?? []) {
    if (typeof Utilizadas !== 'number' || typeof Contratadas !== 'number') continue;
    used += Utilizadas;
    contracted += Contratadas;
  }
  if (contracted <= 0) return undefined;
  return {
    used,
    contracted,
    level: used >= contracted ? 'exhausted' : used >= contracted * 0.9 ? 'low' : 'normal',
  };
}

const SOON_DAYS = 30;

export function packageExpiry(day: unknown, today: string): 'expired' | 'soon' | 'later' | undefined {
  if (typeof day !== 'string' || !isCalendarDay(day)) return undefined;
  if (day < today) return 'expired';
  return day <= addDays(today, SOON_DAYS) ? 'soon' : 'later';
}
