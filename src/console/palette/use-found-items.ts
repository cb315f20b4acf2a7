import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { suggest } from '#matching/suggest.ts';
import { cityNamesQuery } from '#console/catalogs/catalogs.ts';
import { inquirySearchQuery } from '#console/inquiries/index-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useDebounced } from './use-debounced.ts';
import { toCityItem, useToInquiryItem } from './single-items.ts';
import type { PaletteItem } from './palette-items.ts';
import type { SourceFailure } from './use-loaded-items.ts';

const INQUIRY_SEARCH_DELAY_MS = 80;
const MIN_INQUIRY_TEXT = 2;
const CITY_DELAY_MS = 250;
const MIN_CITY_TEXT = 3;
const MAX_ITEMS = 6;
/** The gateway refuses longer texts. */
const MAX_QUERY_LENGTH = 200;

export interface FoundItems {
  items: PaletteItem[];
  failures: SourceFailure[];
  isPending: boolean;
  inquiryCount: number | undefined;
  /** It is false while the index does not have all inquiries yet. */
  isIndexComplete: boolean;
}

export function useFoundItems(query: string): FoundItems {
  const { may, referenceType } = useSession();
  const toInquiryItem = useToInquiryItem();
  const text = toSearchText(query);
  const inquiryText = useDebounced(text, INQUIRY_SEARCH_DELAY_MS);
  const cityText = useDebounced(text, CITY_DELAY_MS);
  const mayFind = may.includes('findInquiries') && text.length >= MIN_INQUIRY_TEXT;
  const mayFindCities = may.includes('listCities') && text.length >= MIN_CITY_TEXT && !/\d/.test(text);
  const inquiries = useQuery({
    ...inquirySearchQuery({ buscar: inquiryText, limite: MAX_ITEMS }),
    enabled: mayFind && inquiryText.length >= MIN_INQUIRY_TEXT,
    placeholderData: keepPreviousData,
  });
  const cities = useQuery({
    ...cityNamesQuery({ q: cityText }, referenceType),
    enabled: mayFindCities && cityText.length >= MIN_CITY_TEXT,
    placeholderData: keepPreviousData,
  });
  const page = mayFind && !inquiries.error ? inquiries.data : undefined;
  const cityEntries = mayFindCities && !cities.error ? cities.data : undefined;
  const isStale = ({ isPlaceholderData, isFetching }: { isPlaceholderData: boolean; isFetching: boolean }) =>
    isPlaceholderData || isFetching;
  return {
    items: [
      ...(page?.rows ?? []).flatMap((row) => toInquiryItem(row.adminMail, row.sid, row.inquiry) ?? []),
      ...suggest(cityEntries ?? [], text, ({ name }) => [name])
        .slice(0, MAX_ITEMS)
        .map(toCityItem),
    ],
    failures: [
      mayFind &&
        inquiries.error && {
          kind: 'inquiry' as const,
          error: inquiries.error,
          retry: () => void inquiries.refetch(),
        },
      mayFindCities &&
        cities.error && { kind: 'city' as const, error: cities.error, retry: () => void cities.refetch() },
    ].filter((failure) => failure !== false && failure !== null),
    isPending:
      (mayFind && (inquiryText !== text || isStale(inquiries))) ||
      (mayFindCities && (cityText !== text || isStale(cities))),
    inquiryCount: inquiries.isPlaceholderData ? undefined : (page?.total ?? undefined),
    isIndexComplete: page?.complete ?? true,
  };
}

/** The last part of a pasted link is the sid of an inquiry. */
export function toSearchText(query: string): string {
  const text = query.trim();
  const isLink = /^(?:https?:\/)?\/\S+$/i.test(text);
  const part = isLink ? text.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) : text;
  return (part ?? text).slice(0, MAX_QUERY_LENGTH);
}
