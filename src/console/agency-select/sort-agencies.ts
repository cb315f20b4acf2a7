import { paths } from '#console/paths.ts';
import { type SavedItems, toItemId } from '#console/session/saved-items.ts';

export type AgencyGroup = 'pinned' | 'recent' | 'other';

const MAX_RECENT_AGENCIES = 5;

export function sortAgencies<Agency>(
  agencies: readonly Agency[],
  getMail: (agency: Agency) => string,
  { pinned, recent }: SavedItems,
): { agency: Agency; group: AgencyGroup }[] {
  const byId = new Map(agencies.map((agency) => [toItemId(paths.agency(getMail(agency))), agency]));
  const take = (ids: readonly string[], group: AgencyGroup, limit = Infinity) => {
    const taken = ids.filter((id) => byId.has(id)).slice(0, limit);
    return taken.flatMap((id) => {
      const agency = byId.get(id);
      byId.delete(id);
      return agency === undefined ? [] : { agency, group };
    });
  };
  return [
    ...take(pinned, 'pinned'),
    ...take(recent, 'recent', MAX_RECENT_AGENCIES),
    ...[...byId.values()].map((agency) => ({ agency, group: 'other' as const })),
  ];
}
