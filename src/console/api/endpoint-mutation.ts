import { type MutationOptions, type UseMutationOptions, mutationOptions } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { type CallOptions, type CallReply, type Callable, type EndpointName, call } from './call.ts';
import type { EndpointKey } from './endpoint-query.ts';
import { type MutationEffects, queryClient } from './query-client.ts';

type StaleQueries<Variables> =
  | readonly (EndpointName | EndpointKey)[]
  | ((variables: Variables, error: Error | null) => readonly EndpointKey[]);

interface Effects<Reply, Variables> {
  update?: (reply: Reply, variables: Variables) => void;
  remove?: (variables: Variables) => unknown;
  invalidates?: StaleQueries<Variables>;
  invalidatesOnError?: StaleQueries<Variables>;
  awaitsRefetch?: boolean;
}

export function endpointMutation<E extends Endpoint, Variables = void>(
  endpoint: Callable<E>,
  toOptions: (variables: Variables) => CallOptions<E>,
  effects: Effects<CallReply<E>, Variables> = {},
): UseMutationOptions<CallReply<E>, Error, Variables> {
  return customMutation((variables) => call(endpoint, toOptions(variables)), effects);
}

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

export function runMutation<Reply, Variables>(
  options: MutationOptions<Reply, Error, Variables>,
  variables: Variables,
): Promise<Reply> {
  return queryClient.getMutationCache().build(queryClient, options).execute(variables);
}
