import type { Carroceria, Ciudad, Color, Marca } from '#contract/catalogs.ts';
import type { Tolerant } from '#contract/reading.ts';

export interface Entry {
  /** The last segment of its link. */
  id: string;
  path: string;
  name: string;
  codes: string[];
  region: string | null;
  htmlColor: string | null;
  reply: Reply;
}

interface Reply {
  Nombre: string;
  _links?: Record<string, { href: string }> | null;
}

export const toMakeEntry = (reply: Tolerant<typeof Marca>) =>
  toEntry(reply, { codes: reply.Codenames ?? [] });
export const toBodyStyleEntry = (reply: Tolerant<typeof Carroceria>) =>
  toEntry(reply, { codes: reply.Codename ? [reply.Codename] : [] });
export const toCityEntry = (reply: Tolerant<typeof Ciudad>) =>
  toEntry(reply, { region: reply.Region ?? null });
export const toColorEntry = (reply: Tolerant<typeof Color>) =>
  toEntry(reply, { htmlColor: reply.HtmlColor ?? null });

function toEntry(reply: Reply, members: Partial<Entry>): Entry {
  const path = reply._links?.self?.href ?? '';
  const id = /\/([^/?#]+)\/?$/.exec(path)?.[1] ?? '';
  return { id, path, name: reply.Nombre, codes: [], region: null, htmlColor: null, ...members, reply };
}
