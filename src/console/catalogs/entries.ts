import type { Carroceria, Ciudad, Color, Marca } from '#contract/catalogs.ts';
import type { Tolerant } from '#contract/reading.ts';

/** An entry of any catalog, as the pages show it. What another deployment left out is empty or null. */
export interface Entry {
  /** Last segment of its own link. */
  id: string;
  path: string;
  name: string;
  codes: string[];
  region: string | null;
  htmlColor: string | null;
  sent: Sent;
}

interface Sent {
  Nombre: string;
  _links?: Record<string, { href: string }> | null;
}

export const makeEntry = (sent: Tolerant<typeof Marca>) => entryOf(sent, { codes: sent.Codenames ?? [] });
export const bodyStyleEntry = (sent: Tolerant<typeof Carroceria>) =>
  entryOf(sent, { codes: sent.Codename ? [sent.Codename] : [] });
export const cityEntry = (sent: Tolerant<typeof Ciudad>) => entryOf(sent, { region: sent.Region ?? null });
export const colorEntry = (sent: Tolerant<typeof Color>) =>
  entryOf(sent, { htmlColor: sent.HtmlColor ?? null });

function entryOf(sent: Sent, own: Partial<Pick<Entry, 'codes' | 'region' | 'htmlColor'>>): Entry {
  const path = sent._links?.self?.href ?? '';
  const id = /\/([^/?#]+)\/?$/.exec(path)?.[1] ?? '';
  return { id, path, name: sent.Nombre, codes: [], region: null, htmlColor: null, ...own, sent };
}
