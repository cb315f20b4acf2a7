import { type MutationOptions, type UseMutationOptions, mutationOptions } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { type CallOptions, type CallReply, type Callable, type EndpointName, call } from './call.ts';
import type { EndpointKey } from './endpoint-query.ts';
import { type MutationEffects, queryClient } from './query-client.ts';

type StaleQueries<Variables> =
  | readonly (EndpointName | EndpointKey)[]
  | ((variables: Variables, error: Error | null) => readonly EndpointKey[]);

interface Effects<Reply, Variables> {
  /** Writes the reply into the cache. */
  update?: (reply: Reply, variables: Variables) => void;
  /** Removes from the cache what is gone, after the component left its page. */
  remove?: (variables: Variables) => unknown;
  /** Queries that the mutation makes stale. */
  invalidates?: StaleQueries<Variables>;
  /** Queries to read again where it fails: it may have been carried out, or failed because the cached state is old. */
  invalidatesOnError?: StaleQueries<Variables>;
  /** The mutation is pending until its effects are done: the stale queries on screen are refetched. */
  awaitsRefetch?: boolean;
}

/** The options of a mutation that calls an endpoint. `queryClient` carries out its effects, components none of them. */
export function endpointMutation<E extends Endpoint, Variables = void>(
  endpoint: Callable<E>,
  toOptions: (variables: Variables) => CallOptions<E>,
  effects: Effects<CallReply<E>, Variables> = {},
): UseMutationOptions<CallReply<E>, Error, Variables> {
  return customMutation((variables) => call(endpoint, toOptions(variables)), effects);
}

/** The options of a mutation that is not exactly one call. */
export function customMutation<Reply, Variables = void>(
  mutate: (variables: Variables) => Promise<Reply>,
  { invalidates = [], invalidatesOnError = [], ...effects }: Effects<Reply, Variables> = {},
): UseMutationOptions<Reply, Error, Variables> {
  return mutationOptions({
    mutationFn: mutate,
    meta: {
      effects: {
        ...effects,
        getStaleKeys(variables: Variables, error: Error | null) {
          const stale = error ? invalidatesOnError : invalidates;
          if (typeof stale === 'function') return stale(variables, error);
          return stale.map((key) => (typeof key === 'string' ? [key] : key));
        },
      } satisfies MutationEffects,
    },
  });
}

/** Carries out a mutation outside a component. */
export function runMutation<Reply, Variables>(
  options: MutationOptions<Reply, Error, Variables>,
  variables: Variables,
): Promise<Reply> {
  return queryClient.getMutationCache().build(queryClient, options).execute(variables);
}
