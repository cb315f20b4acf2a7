import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName, LazyEndpoint } from './call.ts';
import { loadCode } from './load-code.ts';

export function lazyEndpoints<Table extends Record<string, Endpoint>>(load: () => Promise<Table>) {
  return <Name extends keyof Table & EndpointName>(name: Name): LazyEndpoint<Table[Name]> => ({
    name,
    load: async () => (await loadCode(load))[name],
  });
}

// The first screen does without these tables.

export const indexEndpoint = lazyEndpoints(
  async () => (await import('#contract/desk/inquiries.ts')).inquiryIndexEndpoints,
);

export const followUpEndpoint = lazyEndpoints(
  async () => (await import('#contract/desk/follow-up.ts')).followUpEndpoints,
);
