import { queryOptions } from '@tanstack/react-query';
import { loadCode } from '#console/api/load-code.ts';
import { loadLaterTexts } from '#console/locales/language.ts';

// What the list can do besides showing one page comes after its first row, with its texts; as queries, since it too may
// be on its way or fail.

const laterCode = <Code>(name: string, load: () => Promise<Code>) =>
  queryOptions({
    queryKey: ['code', name],
    queryFn: async () => (await Promise.all([loadCode(load), loadLaterTexts()]))[0],
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });

export const rowStateCode = () => laterCode('row states', () => import('#console/queue/row-states.ts'));
export const queueCode = () => laterCode('queue', () => import('#contract/queue.ts'));
export const foldAheadCode = () => laterCode('fold ahead', () => import('#console/queue/fold-ahead.ts'));
export const walkCode = () => laterCode('walks', () => import('#console/queue/walks.ts'));
