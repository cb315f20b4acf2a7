import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { vehicleName } from '#contract/inquiry-names.ts';
import type { Formats } from '#console/ui/formats.ts';
import type { PlaceholderValues } from '#console/settings/templates/placeholders.ts';

interface Here {
  /** Name of the agency; missing where it is not known. */
  agencia: string | null | undefined;
  /** Name of the person who answers. */
  vendedor: string;
  money: Formats['money'];
}

/** What an inquiry, its agency and the person say for each placeholder. */
export function fillingOf(
  { Interesado, Auto }: Inquiry,
  { agencia, vendedor, money }: Here,
): PlaceholderValues {
  const price = Auto.Precio;
  return {
    nombre: Interesado.Nombre ?? undefined,
    apellido: Interesado.Apellido ?? undefined,
    vehiculo: vehicleName(Auto) || undefined,
    precio: price && typeof price.Importe === 'number' ? money(price) : undefined,
    agencia: agencia ?? undefined,
    vendedor,
  };
}
