import type { Session } from '#contract/desk/sessions.ts';
import { OFFLINE_CACHE, PERSON_KEY, SESSION_KEY } from '#console/session/browser-storage.ts';
import { type StoredQuery, isReadable, selectReadable } from './stored-queries.ts';

interface StoredSession {
  session: Session;
  endsAt: number;
}

const PATH = '/offline/';
const UPDATED_AT = 'updated-at';

const isOwner = (personId: string) => localStorage.getItem(PERSON_KEY) === personId;

export function storeSession(stored: StoredSession): void {
  localStorage.setItem(SESSION_KEY, JSON.stringify(stored));
}

export function loadSession(now: number): StoredSession | undefined {
  const text = localStorage.getItem(SESSION_KEY);
  const stored = text === null ? undefined : (JSON.parse(text) as StoredSession);
  return stored && now < stored.endsAt && isOwner(stored.session.person.id) ? stored : undefined;
}

export async function storeQueries(
  personId: string,
  queries: readonly StoredQuery[],
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  // Signing out removes the owner before it erases: a cache that was opened before is erased, too.
  if (!isOwner(personId) || signal.aborted) return;
  const newest = new Map(queries.map((query) => [query.queryHash, query]));
  await Promise.all(
    [...newest.values()].map((query) => {
      const url = `${PATH}${String(query.queryKey[0])}/${encodeURIComponent(query.queryHash)}`;
      const headers = { [UPDATED_AT]: String(query.updatedAt) };
      return query.data === undefined ? cache.delete(url) : cache.put(url, Response.json(query, { headers }));
    }),
  );
}

export async function loadQueries(now: number): Promise<StoredQuery[]> {
  const responses = await (await caches.open(OFFLINE_CACHE)).matchAll();
  const queries: StoredQuery[] = await Promise.all(responses.map((response) => response.json()));
  return queries.filter((query) => isReadable(query, now));
}

export async function pruneQueries(now: number): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  const stored = await Promise.all(
    (await cache.keys()).map(async (request) => ({
      request,
      name: new URL(request.url).pathname.slice(PATH.length).split('/')[0] ?? '',
      updatedAt: Number((await cache.match(request))?.headers.get(UPDATED_AT)),
    })),
  );
  const readable = new Set(selectReadable(stored, now));
  const expired = stored.filter((query) => !readable.has(query));
  await Promise.all(expired.map(({ request }) => cache.delete(request)));
}
