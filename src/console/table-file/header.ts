import { normalizeWords } from '#matching/normalize.ts';

/** Words of headers that people use, normalized. */
const HEADER_WORDS = new Set(
  `agencia adminmail anio ano anuncio apellido auto barrio body brand calle carroceria celular city ciudad cliente codigo
  color colour comentario comercial contacto correo country cp cuit date de del direccion domicilio dominio el email
  estado externalid fecha fuente id interesado km la localidad mail make marca mensaje model modelo nombre nota notas
  numero observaciones of operador origen pais partido patente phone postal precio provincia publicacion razon region
  segmento sid social state status telefono texto tipo title titulo type url usuario vehiculo version whatsapp y
  year`.split(/\s+/),
);

/** Whether the first row names the columns. */
export function hasHeader([first, ...rest]: readonly (readonly string[])[]): boolean {
  if (!first || rest.length === 0) return false;
  const names = first.filter((cell) => cell !== '');
  const known = names.filter((name) =>
    normalizeWords(name)
      .split(' ')
      .every((word) => HEADER_WORDS.has(word)),
  );
  return (
    known.length >= Math.max(1, names.length / 3) && names.every((name) => !/^[\d\s.,:/+-]+$|@/.test(name))
  );
}

export interface Table {
  /** Names of the columns; all different. */
  columns: string[];
  rows: string[][];
}

/** @param formatNumber name of a column that has none, by its number from 1 */
export function toTable(
  rows: readonly string[][],
  withHeader: boolean,
  formatNumber: (number: number) => string,
): Table {
  const [first = []] = rows;
  const names = new Map<string, number>();
  const columns = first.map((cell, at) => {
    const name = (withHeader && cell) || formatNumber(at + 1);
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count > 1 ? `${name} (${count})` : name;
  });
  return { columns, rows: rows.slice(withHeader ? 1 : 0) };
}
