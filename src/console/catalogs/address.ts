// The address is the state of a catalog. Parameters are named by the wire.

export interface CatalogAddress {
  /** As typed. */
  q: string;
  region: number | undefined;
  soloMercadoNuevos: boolean;
  /** Parameters that could not be read: they are left out, and the page says so. */
  unreadable: { parameter: string; value: string }[];
}

export type CatalogParameter = 'q' | 'region' | 'soloMercadoNuevos';

const LARGEST_REGION = 2_147_483_647;
/** Longest text that the service looks for. */
const LONGEST_TEXT = 200;

export function readCatalogAddress(search: URLSearchParams): CatalogAddress {
  const unreadable: CatalogAddress['unreadable'] = [];
  const read = <Value>(parameter: CatalogParameter, meaning: (text: string) => Value | undefined) => {
    const text = search.get(parameter)?.trim();
    if (!text) return undefined;
    const value = meaning(text);
    if (value === undefined) unreadable.push({ parameter, value: text });
    return value;
  };
  return {
    q: search.get('q') ?? '',
    region: read('region', (text) =>
      /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_REGION ? Number(text) : undefined,
    ),
    soloMercadoNuevos:
      read('soloMercadoNuevos', (text) => (/^(true|false)$/i.test(text) ? /^t/i.test(text) : undefined)) ??
      false,
    unreadable,
  };
}

/** The search with some parameters changed; undefined or empty removes one. */
export function changeCatalogSearch(
  search: URLSearchParams,
  change: Partial<Record<CatalogParameter, string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}

/** What is asked of the cities: those of a region, else those with a text; nothing where neither is given. */
export function citiesAsked({
  region,
  q,
}: Pick<CatalogAddress, 'region' | 'q'>): { region: number } | { q: string } | undefined {
  if (region !== undefined) return { region };
  return q.trim() ? { q: q.trim().slice(0, LONGEST_TEXT) } : undefined;
}
