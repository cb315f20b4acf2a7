import { dayAt } from './window.ts';

/** What the service's list of inquiries may be asked by; days first and last, each left out: no bound. */
interface Asked {
  operador?: string | undefined;
  externalid?: string | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
}

/** What of an inquiry the list goes by, as far as it could be read. */
interface Inquiry {
  Momento: string;
  OperadorResponsable?: unknown;
  Auto: { ExternalId?: unknown };
}

/** Of inquiries that are read one by one, whether the service's list would have them; days are of `zone`. */
export function isAskedFor(
  { Momento, OperadorResponsable, Auto }: Inquiry,
  { operador, externalid, desde, hasta }: Asked,
  zone: string,
): boolean {
  const same = (one: unknown, other: string) =>
    typeof one === 'string' && one.trim().toLowerCase() === other.trim().toLowerCase();
  if (operador && !same(OperadorResponsable, operador)) return false;
  if (externalid && !same(Auto.ExternalId, externalid)) return false;
  if (!desde && !hasta) return true;
  const at = Date.parse(Momento);
  if (Number.isNaN(at)) return false;
  const day = dayAt(at, zone);
  return (!desde || day >= desde) && (!hasta || day <= hasta);
}
