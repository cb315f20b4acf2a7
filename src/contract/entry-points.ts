import * as z from 'zod/mini';
import { Links } from './collection.ts';

/** Root document: the entry points by relation name. */
// decided: `_links` alone.
export const EntryPoints = z.object({ _links: Links });
