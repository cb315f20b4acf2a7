import {
  type InfiniteData,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query';
import type { Endpoint, QueryValues } from '#contract/endpoint.ts';
import { type CallOptions, type CallReply, type Callable, type EndpointName, call } from './call.ts';
import { isBackground } from './query-client.ts';

interface KeyRequest {
  params?: Record<string, string | number> | undefined;
  query?: QueryValues | undefined;
  body?: unknown;
}

/** `variant` separates queries of one endpoint that cache different things. */
export type EndpointKey = readonly [name: EndpointName, request: KeyRequest, variant?: string];

/**
 * The key of queries of an endpoint. With a part of a request it is the common prefix of all requests that have this
 * part: TanStack Query compares the members of objects one by one.
 */
export function endpointKey(
  name: EndpointName,
  { params, query, body }: KeyRequest = {},
  variant?: string,
): EndpointKey {
  const request = {
    ...(params && { params: normalizeCase(params) }),
    ...(query && { query: normalizeCase(query) }),
    ...(body !== undefined && { body }),
  };
  return variant === undefined ? [name, request] : [name, request, variant];
}

/** Mails, topics and ids of inquiries mean the same in every case, and addresses and links have them in any case. */
function normalizeCase<Values extends QueryValues>(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'sid' && typeof value === 'string') return [name, value.toUpperCase()];
      if (name !== 'adminMail' && name !== 'agencia' && name !== 'topic') return [name, value];
      return [
        name,
        Array.isArray(value)
          ? value.map((item: string) => item.toLowerCase())
          : typeof value === 'string'
            ? value.toLowerCase()
            : value,
      ];
    }),
  ) as Values;
}

type EndpointRequest<E extends Endpoint> = Pick<CallOptions<E>, 'params' | 'query' | 'body' | 'accept'>;

interface CacheOptions<Reply, Cached> {
  variant?: string;
  /** Selects the part of a reply that is cached; by default it is the whole reply. */
  transform?: (reply: Reply) => Cached;
}

export function endpointQuery<E extends Endpoint, Cached = CallReply<E>, Data = Cached>(
  endpoint: Callable<E>,
  request: EndpointRequest<E> = {},
  {
    variant,
    transform,
    ...options
  }: CacheOptions<CallReply<E>, Cached> &
    Omit<
      UseQueryOptions<NoInfer<Cached>, Error, Data, EndpointKey>,
      'queryKey' | 'queryFn' | 'initialData'
    > = {},
) {
  return queryOptions({
    ...options,
    queryKey: endpointKey(endpoint.name, request, variant),
    queryFn: async ({ signal, meta }) => {
      const reply = await call(endpoint, { ...request, signal, isBackground: isBackground(meta) });
      return transform ? transform(reply) : (reply as Cached);
    },
  });
}

/** The options of an infinite query; `toPageQuery` says what a page adds to the query of the request. */
export function endpointPagesQuery<E extends Endpoint, Cached = CallReply<E>>(
  endpoint: Callable<E>,
  request: EndpointRequest<E>,
  {
    toPageQuery,
    transform,
    ...options
  }: Omit<CacheOptions<CallReply<E>, Cached>, 'variant'> & {
    toPageQuery: (pageParam: string | undefined) => NonNullable<CallOptions<E>['query']>;
    getNextPageParam: (lastPage: NoInfer<Cached>) => string | undefined;
  } & Omit<
      UseInfiniteQueryOptions<
        NoInfer<Cached>,
        Error,
        InfiniteData<NoInfer<Cached>, string | undefined>,
        EndpointKey,
        string | undefined
      >,
      'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'
    >,
) {
  return infiniteQueryOptions({
    ...options,
    queryKey: endpointKey(endpoint.name, request, 'pages'),
    queryFn: async ({ signal, meta, pageParam }) => {
      const reply = await call(endpoint, {
        ...request,
        query: { ...request.query, ...toPageQuery(pageParam) },
        signal,
        isBackground: isBackground(meta),
      });
      return transform ? transform(reply) : (reply as Cached);
    },
    initialPageParam: undefined as string | undefined,
  });
}
