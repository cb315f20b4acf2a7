import { Carrocerias, Ciudades, Colores, Marcas } from '#contract/catalogs.ts';
import type { MatchKind, MatchedEntry } from '#contract/desk/matching.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { REGIONS } from '#contract/regions.ts';
import { v3 } from '#contract/v3.ts';
import { parseReply } from '#gateway/forward/reply-schemas.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { createProblem } from '#gateway/problems.ts';
import { createCatalogMatcher } from '#matching/catalog-matcher.ts';
import type { Candidate, Match } from '#matching/matcher.ts';
import { createPlaceMatcher } from '#matching/place-matcher.ts';

export interface EntryCandidate extends Candidate {
  entry: MatchedEntry;
  region: string;
}

/** The entries of a catalog, prepared for matching. */
export interface Catalog {
  /** Entries by id. */
  entries: ReadonlyMap<string, MatchedEntry>;
  rank: (value: string, province: string) => { region: string | null; matches: Match<EntryCandidate>[] };
}

interface CachedList {
  etag: string | undefined;
  candidates: EntryCandidate[];
}

interface CachedCatalog {
  catalog: Catalog;
  /** Lists by path. */
  lists: ReadonlyMap<string, CachedList>;
  readAt: number;
}

/** The service is asked again, by entity tag, after this time. */
const CATALOG_TTL_MS = 60_000;

const listPath = (endpoint: Endpoint, query?: { q: string }) => addressOf(endpoint, {}, query);

// decided: cities are listed by a region or a part of their name, and no endpoint lists the regions. Every name contains
// a vowel.
const CATALOG_SOURCES: Record<MatchKind, { endpoint: Endpoint; paths: readonly string[] }> = {
  make: { endpoint: v3.listMakes, paths: [listPath(v3.listMakes)] },
  bodystyle: { endpoint: v3.listBodyStyles, paths: [listPath(v3.listBodyStyles)] },
  color: { endpoint: v3.listColors, paths: [listPath(v3.listColors)] },
  city: {
    endpoint: v3.listCities,
    paths: ['a', 'e', 'i', 'o', 'u'].map((q) => listPath(v3.listCities, { q })),
  },
};

const SCHEMAS = {
  make: tolerant(Marcas),
  bodystyle: tolerant(Carrocerias),
  color: tolerant(Colores),
  city: tolerant(Ciudades),
};

/** Reads catalogs from the service and keeps them. A catalog that cannot be read is an error, never an empty one. */
export class CatalogCache {
  readonly #upstream: Upstream;
  readonly #now: () => number;
  readonly #cached = new Map<MatchKind, CachedCatalog>();
  readonly #loading = new Map<MatchKind, Promise<Catalog>>();

  constructor({ upstream, now }: { upstream: Upstream; now: () => number }) {
    this.#upstream = upstream;
    this.#now = now;
  }

  /**
   * @param consumeCall is called before each call of the service
   * @throws ProblemError when the service does not reply
   */
  async get(kind: MatchKind, consumeCall: () => Promise<void>): Promise<Catalog> {
    const cached = this.#cached.get(kind);
    if (cached && this.#now() - cached.readAt < CATALOG_TTL_MS) return cached.catalog;
    const loading = this.#loading.get(kind) ?? this.#load(kind, cached, consumeCall);
    this.#loading.set(kind, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(kind);
    }
  }

  async #load(
    kind: MatchKind,
    cached: CachedCatalog | undefined,
    consumeCall: () => Promise<void>,
  ): Promise<Catalog> {
    const { paths } = CATALOG_SOURCES[kind];
    for (const _ of paths) await consumeCall();
    const lists = new Map(
      await Promise.all(
        paths.map(
          async (path) => [path, await this.#fetchList(kind, path, cached?.lists.get(path))] as const,
        ),
      ),
    );
    const isSame = cached && paths.every((path) => lists.get(path) === cached.lists.get(path));
    const catalog = isSame ? cached.catalog : createCatalog(kind, lists);
    this.#cached.set(kind, { catalog, lists, readAt: this.#now() });
    return catalog;
  }

  async #fetchList(kind: MatchKind, path: string, cached: CachedList | undefined): Promise<CachedList> {
    const { endpoint } = CATALOG_SOURCES[kind];
    const reply = await this.#upstream.call({ endpoint, path, ifNoneMatch: cached?.etag });
    if (cached && reply.status === 304) return cached;
    if (reply.status === 429)
      throw createProblem('busy', { headers: { 'retry-after': reply.retryAfter ?? '2' } });
    const list = parseReply<{ _entries: EntryReply[] }>(endpoint, reply, SCHEMAS[kind]);
    if (!list) throw createProblem('upstream-broken');
    return { etag: reply.etag, candidates: list._entries.flatMap(toCandidate) };
  }
}

/** Members of the entries of all catalogs. */
interface EntryReply {
  Nombre: string;
  Codenames?: string[] | null;
  Codename?: string | null;
  HtmlColor?: string | null;
  Region?: string | null;
  _links?: Record<string, { href: string }> | null;
}

/** Entries without a link have no id and cannot be an answer. */
function toCandidate(reply: EntryReply): EntryCandidate[] {
  const link = reply._links?.self?.href ?? '';
  const id = /\/([^/?#]+)\/?$/.exec(link)?.[1];
  if (id === undefined) return [];
  const codenames = [...(reply.Codenames ?? []), reply.Codename ?? ''].filter(Boolean);
  return [
    {
      entry: { id, link, name: reply.Nombre, region: reply.Region ?? null },
      id: Number(id),
      region: reply.Region ?? '',
      codes: [id, link, ...codenames, reply.HtmlColor ?? ''].filter(Boolean),
      names: [reply.Nombre, ...codenames],
    },
  ];
}

function createCatalog(kind: MatchKind, lists: ReadonlyMap<string, CachedList>): Catalog {
  const all = [...lists.values()].flatMap(({ candidates }) => candidates);
  const byId = new Map(all.map((candidate) => [candidate.entry.id, candidate]));
  const candidates = [...byId.values()];
  const entries = new Map(candidates.map(({ entry }) => [entry.id, entry]));
  if (kind !== 'city') {
    const matcher = createCatalogMatcher(kind, candidates);
    return { entries, rank: (value) => ({ region: null, matches: matcher.ranked(value) }) };
  }
  const matcher = createPlaceMatcher(candidates, (name) => {
    const region = REGIONS.find((known) => known.name === name);
    return region ? [region.iso] : [];
  });
  return {
    entries,
    rank(value, province) {
      const { region, matches } = matcher.rank(value, province);
      return { region: region?.candidate.name ?? null, matches };
    },
  };
}
