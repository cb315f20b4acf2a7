import * as z from 'zod/mini';
import { Links } from './collection.ts';
import { endpoint } from './endpoint.ts';

/** Root document: entry points by link relation. */
// decided: `_links` alone.
export const EntryPoints = z.object({ _links: Links });

export const entryPointEndpoints = {
  entryPoints: endpoint({
    method: 'GET',
    path: '/v3',
    reply: EntryPoints,
    success: 200,
    errors: [],
    cached: true,
  }),
} as const;
