import type { Inquiry } from '#console/inquiries/inquiry-queries.ts';
import { vehicleName } from '#contract/inquiry-names.ts';
import type { Formats } from '#console/ui/formats.ts';
import type { PlaceholderValues } from '#console/settings/templates/placeholders.ts';

interface Sender {
  agencia: string | null | undefined;
  vendedor: string;
  formatMoney: Formats['money'];
}

export function placeholderValues(
  { Interesado, Auto }: Inquiry,
  { agencia, vendedor, formatMoney }: Sender,
): PlaceholderValues {
  const price = Auto.Precio;
  return {
    nombre: Interesado.Nombre ?? undefined,
    apellido: Interesado.Apellido ?? undefined,
    vehiculo: vehicleName(Auto) || undefined,
    precio: price && typeof price.Importe === 'number' ? formatMoney(price) : undefined,
    agencia: agencia ?? undefined,
    vendedor,
  };
}
