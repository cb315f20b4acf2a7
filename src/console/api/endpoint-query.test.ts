import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, expectTypeOf, it, vi } from 'vitest';
import type { Agencia } from '#contract/agencies.ts';
import { agencyEndpoints } from '#contract/agencies.ts';
import { catalogEndpoints } from '#contract/catalogs.ts';
import { type View, viewEndpoints } from '#contract/desk/views.ts';
import type { Tolerant } from '#contract/reading.ts';
import { customMutation, endpointMutation, runMutation } from './endpoint-mutation.ts';
import { endpointKey, endpointPagesQuery, endpointQuery } from './endpoint-query.ts';
import { Failure } from './failure.ts';
import { lazyEndpoints } from './lazy-endpoints.ts';
import { BACKGROUND, queryClient } from './query-client.ts';

const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ views: [] }));

beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
});
afterEach(() => {
  queryClient.clear();
});

it('the key of a query is the name of its endpoint and its request', () => {
  const { queryKey } = endpointQuery(agencyEndpoints.viewAgency, {
    params: { adminMail: 'A@Ruta9.example' },
  });
  expect(queryKey).toEqual(['viewAgency', { params: { adminMail: 'a@ruta9.example' } }]);
  expect(
    endpointKey('findInquiries', { query: { agencia: ['A@b.example'], sid: 'x1', q: 'Ñu' } }, 'new'),
  ).toEqual(['findInquiries', { query: { agencia: ['a@b.example'], sid: 'X1', q: 'Ñu' } }, 'new']);
});

it('a key with a part of a request is the prefix of the keys with that part', () => {
  const sids = (adminMail: string) =>
    endpointKey('checkInquiries', { query: { agencia: [adminMail], sid: ['1', '2'] } });
  for (const mail of ['a@b.example', 'c@d.example']) queryClient.setQueryData(sids(mail), mail);
  const queryKey = endpointKey('checkInquiries', { query: { agencia: ['A@b.example'] } });
  expect(queryClient.getQueriesData({ queryKey }).map(([, data]) => data)).toEqual(['a@b.example']);
});

it('a query passes its signal and says whether the person waits', async () => {
  await queryClient.fetchQuery(endpointQuery(viewEndpoints.listViews));
  await queryClient.fetchQuery({ ...endpointQuery(viewEndpoints.listViews), staleTime: 0, meta: BACKGROUND });
  const headers = fetched.mock.calls.map(([, { headers }]) => Object.values(headers as object)[0] as string);
  expect(new Set(headers).size).toBe(2);
});

it('an endpoint has its key before its table is loaded', async () => {
  const load = vi.fn(() => Promise.resolve(viewEndpoints));
  const query = endpointQuery(lazyEndpoints(load)('listViews'));
  expect(query.queryKey).toEqual(['listViews', {}]);
  expect(load).not.toHaveBeenCalled();
  await expect(queryClient.fetchQuery(query)).resolves.toEqual({ views: [] });
});

it('a query caches what its transform makes of the reply', async () => {
  const query = endpointQuery(
    viewEndpoints.listViews,
    {},
    { transform: ({ views }) => views.length, variant: 'n' },
  );
  await queryClient.fetchQuery(query);
  expect(queryClient.getQueryData(query.queryKey)).toBe(0);
});

it('each page of an infinite query adds its part to the query', async () => {
  fetched.mockImplementation(async () => Response.json({ _entries: [] }));
  const query = endpointPagesQuery(
    catalogEndpoints.listMakes,
    { query: { soloMercadoNuevos: true } },
    { toPageQuery: (q) => ({ q }), getNextPageParam: () => 'next' },
  );
  await queryClient.fetchInfiniteQuery({ ...query, pages: 2 });
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/v3/marcas?soloMercadoNuevos=true',
    '/v3/marcas?soloMercadoNuevos=true&q=next',
  ]);
});

it('parameters that the endpoint does not have are refused by their types', () => {
  // @ts-expect-error -- its parameter is `adminMail`
  const agency = endpointQuery(agencyEndpoints.viewAgency, { params: { mail: 'a@b.example' } });
  // @ts-expect-error -- it has no such filter
  const agencies = endpointQuery(agencyEndpoints.listAgencies, { query: { vista: 'nuevas' } });
  expect([agency, agencies].map(({ queryKey: [name] }) => name)).toEqual(['viewAgency', 'listAgencies']);
});

it('replies of the gateway have exact types, those of the public interface tolerant ones', () => {
  const views = endpointQuery(viewEndpoints.listViews);
  expectTypeOf(queryClient.getQueryData(views.queryKey)?.views).toEqualTypeOf<View[] | undefined>();
  const agency = endpointQuery(agencyEndpoints.viewAgency);
  expectTypeOf(queryClient.getQueryData(agency.queryKey)).toEqualTypeOf<
    Tolerant<typeof Agencia> | undefined
  >();
});

function watchViews() {
  const observer = new QueryObserver(queryClient, endpointQuery(viewEndpoints.listViews));
  return observer.subscribe(() => {});
}

it('a mutation writes its reply into the cache and refetches what it makes stale', async () => {
  const unwatch = watchViews();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  fetched.mockClear();
  const updated: unknown[] = [];
  const rename = endpointMutation(
    viewEndpoints.pinView,
    (id: string) => ({ params: { id }, body: { pinned: true } }),
    {
      update: (_view, id) => updated.push(id),
      invalidates: ['listViews'],
      awaitsRefetch: true,
    },
  );
  await runMutation(rename, 'x');
  expect(updated).toEqual(['x']);
  expect(fetched.mock.calls.map(([url, { method }]) => `${method} ${url}`)).toEqual([
    'PUT /desk/views/x/pin',
    'GET /desk/views',
  ]);
  unwatch();
});

it.each([
  ['reads again what it names', { invalidatesOnError: () => [endpointKey('listViews')] }, 1],
  ['leaves the cache as it is', { invalidates: ['listViews'] as const }, 0],
])('a mutation %s when it fails', async (_, effects, requests) => {
  const unwatch = watchViews();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  fetched.mockClear();
  const update = vi.fn();
  const refused = customMutation(() => Promise.reject(new Failure('problem', 'x', { status: 409 })), {
    ...effects,
    update,
    remove: update,
    awaitsRefetch: true,
  });
  await expect(runMutation(refused, undefined)).rejects.toThrow('409');
  expect(update).not.toHaveBeenCalled();
  expect(fetched).toHaveBeenCalledTimes(requests);
  unwatch();
});
