import type { QueryKey } from '@tanstack/react-query';
import type { EndpointName } from '#console/api/call.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';

export interface StoredQuery {
  queryKey: QueryKey;
  queryHash: string;
  data: unknown;
  updatedAt: number;
}

// decided: what one reads at work, for a day; never people, settings, audit, deliveries, or files.
const MAX_AGE_MS = DAY_MS;

/** The greatest number that is stored of each; on the screen, the age of the first ones is shown. */
const DATED: [EndpointName, number][] = [
  ['viewInquiry', 200],
  ['viewIndexedInquiry', 200],
  ['listInquiries', 30],
  ['findInquiries', 30],
  ['viewAgency', 30],
  ['listAgencyHealth', 5],
  ['viewOverviewNow', 5],
  ['viewOverview', 5],
];
const UNDATED: [EndpointName, number][] = [
  ['viewFollowUp', 200],
  ['listOfBuyer', 200],
  ['listFollowUps', 30],
  ['checkInquiries', 30],
  ['countInquiries', 5],
  ['listFacets', 5],
  ['viewIndexState', 1],
  ['listAgencies', 5],
  ['viewPackage', 30],
  ['viewHours', 30],
  ['listViews', 1],
  ['listTemplates', 1],
  ['listColleagues', 30],
  ['listMakes', 1],
  ['listBodyStyles', 1],
  ['listColors', 1],
];
const LIMITS = new Map<unknown, number>([...DATED, ...UNDATED]);
const DATED_NAMES = new Set<unknown>(DATED.map(([name]) => name));
/** Their edits are the person's own changes; edits of inquiries may show more than was read. */
const EDITED = new Set<unknown>(['viewFollowUp', 'listFollowUps', 'checkInquiries'] satisfies EndpointName[]);

export const isDated = ([name]: QueryKey): boolean => DATED_NAMES.has(name);

export function isStorable([name, , variant]: QueryKey, isEdit: boolean): boolean {
  return LIMITS.has(name) && (variant === undefined || variant === 'pages') && (!isEdit || EDITED.has(name));
}

export function isReadable({ updatedAt }: Pick<StoredQuery, 'updatedAt'>, now: number): boolean {
  const age = now - updatedAt;
  return age >= -MINUTE_MS && age < MAX_AGE_MS;
}

export function selectReadable<Stored extends Pick<StoredQuery, 'updatedAt'> & { name: string }>(
  stored: readonly Stored[],
  now: number,
): Stored[] {
  const newest = stored
    .filter((one) => isReadable(one, now))
    .toSorted((one, other) => other.updatedAt - one.updatedAt);
  return [...Map.groupBy(newest, ({ name }) => name)].flatMap(([name, list]) =>
    list.slice(0, LIMITS.get(name) ?? 0),
  );
}
