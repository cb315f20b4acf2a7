import type { Carroceria, Ciudad, Color, Marca } from '#contract/catalogs.ts';
import type { Reference } from '#contract/collection.ts';
import type { Tolerant } from '#contract/reading.ts';
import { containsAllWords } from '#matching/contains-all-words.ts';

export interface Entry {
  id: string;
  path: string;
  name: string;
  codes: string[];
  region: string | null;
  htmlColor: string | null;
  reply: Reply;
}

export type CityName = Pick<Entry, 'id' | 'path' | 'name' | 'region'>;

interface Reply {
  Nombre: string;
  _links?: Record<string, { href: string }> | null;
}

type AnyReply = Reply &
  Partial<
    Pick<Tolerant<typeof Marca>, 'Codenames'> &
      Pick<Tolerant<typeof Carroceria>, 'Codename'> &
      Pick<Tolerant<typeof Ciudad>, 'Region'> &
      Pick<Tolerant<typeof Color>, 'HtmlColor'>
  >;

export function toEntry(reply: AnyReply): Entry {
  const path = reply._links?.self?.href ?? '';
  return {
    id: toId(path),
    path,
    name: reply.Nombre,
    codes: reply.Codenames ?? (reply.Codename ? [reply.Codename] : []),
    region: reply.Region ?? null,
    htmlColor: reply.HtmlColor ?? null,
    reply,
  };
}

/** The title of a city's reference is `Nombre (Region)` (field notes 2.4). */
export function toCityName({ href, title }: Tolerant<typeof Reference>): CityName {
  const [, name, region] = /^(.*) \((.*)\)$/.exec(title ?? '') ?? [];
  return { id: toId(href), path: href, name: name ?? title ?? '', region: region ?? null };
}

const toId = (path: string): string => /\/([^/?#]+)\/?$/.exec(path)?.[1] ?? '';

export function filterEntries(entries: readonly Entry[], search: string): readonly Entry[] {
  return search.trim() === ''
    ? entries
    : entries.filter(({ name, codes, id }) => containsAllWords([name, ...codes, id], search));
}
