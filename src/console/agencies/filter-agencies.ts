import { containsAllWords } from '#matching/contains-all-words.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';

export function filterAgencies(agencies: readonly Agency[], search: string): Agency[] {
  return agencies.filter(({ AdminMail, Nombre, RazonSocial, IdentificacionFiscal, Region, Ciudad }) =>
    containsAllWords([AdminMail, Nombre, RazonSocial, IdentificacionFiscal, Region, Ciudad], search),
  );
}
