import { addDays, dayAt } from '#contract/window.ts';
import type { Package } from '#service/agencies/store.ts';
import { AGENCY_WITHOUT_INQUIRIES, type DemoAgency } from './agencies.ts';
import { seededRandom } from './random.ts';

/** Package of a demo agency, for two years from its registration; undefined for the agency without inquiries. */
export function makePackage(demo: DemoAgency, registeredAt: number, timeZone: string): Package | undefined {
  if (demo.mail === AGENCY_WITHOUT_INQUIRIES) return undefined;
  const random = seededRandom(`package ${demo.mail}`);
  const name = demo.perDay > 15 ? 'Premium' : demo.perDay > 5 ? 'Profesional' : 'Inicial';
  const since = dayAt(registeredAt, timeZone);
  const products = (['Alta', 'Media', 'Baja'] as const).map((Exposicion, at) => {
    const Contratadas = Math.max(2, Math.round(demo.perDay)) * (at + 1);
    return { Exposicion, Contratadas, Utilizadas: random.int(0, Contratadas) };
  });
  return { name, since, until: addDays(since, 730), products };
}
