import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';

// The address is the state of a catalog. Parameters are named by the wire.

export interface CatalogAddress {
  /** As typed. */
  q: string;
  region: number | undefined;
  soloMercadoNuevos: boolean;
  unreadable: UnreadableParameter[];
}

const LARGEST_REGION = 2_147_483_647;
/** Longest text that the service looks for. */
const LONGEST_TEXT = 200;

export function readCatalogAddress(search: URLSearchParams): CatalogAddress {
  const { read, unreadable } = searchReader(search);
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

/** What is asked of the cities: those of a region, else those with a text; nothing where neither is given. */
export function citiesAsked({
  region,
  q,
}: Pick<CatalogAddress, 'region' | 'q'>): { region: number } | { q: string } | undefined {
  if (region !== undefined) return { region };
  return q.trim() ? { q: q.trim().slice(0, LONGEST_TEXT) } : undefined;
}
