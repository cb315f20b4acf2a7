import * as z from 'zod/mini';
import { Links } from './collection.ts';
import { endpoint, v3Endpoints } from './endpoint.ts';

/** Root document: entry points by link relation. */
// decided: `_links` alone.
export const EntryPoints = z.object({ _links: Links });

export const entryPointEndpoints = v3Endpoints({
  entryPoints: endpoint({
    method: 'GET',
    path: '/v3',
    reply: EntryPoints,
    success: 200,
    errors: [],
    cached: true,
  }),
});
