import type { Hours } from '#contract/hours.ts';
import { Failure, isRetryable } from '#console/api/failure.ts';
import type { IndexRequest } from './inbox-address.ts';
import type { IndexPage } from './inquiry-queries.ts';
import type { Row } from './row.ts';
import type { RestOfList } from './split-days.ts';

export interface InquiryListResult {
  /** It is another one when the list has other filters or another page. */
  id: string;
  /** It asks the index for the same list, without pages. */
  indexRequest: IndexRequest;
  rows: readonly Row[] | undefined;
  total: number | undefined;
  hours: Readonly<Record<string, Hours>>;
  paging: { number: number; hasNextPage: boolean; rest: RestOfList | undefined } | undefined;
  loadMore: (() => void) | undefined;
  /** The service says which days it has listed. */
  listedDays: { from: string; to: string } | undefined;
  /** It has inquiries of any day where the address has no days. */
  isOfAnyDay: boolean;
  /** The index can show the same list when it fails. */
  hasCopy: boolean;
  isPlaceholder: boolean;
  isFetching: boolean;
  error: Error | null;
  followUpError: Error | null;
  readAt: number;
  /** Inquiries count as new from this time of the gateway's clock on, ms. */
  newSince: number | undefined;
  sidsOnOtherPages: ReadonlySet<string>;
  index: IndexAge | undefined;
  refresh: () => void;
}

interface IndexAge {
  /** It is undefined where some agency was never read. */
  ageMs: number | undefined;
  isComplete: boolean;
  failure: Failure | undefined;
}

export const hasNext = (paging: InquiryListResult['paging']): boolean =>
  paging !== undefined && (paging.hasNextPage || paging.rest !== undefined);

export function readIndexAge({
  asOf,
  readAt,
  complete,
  failure,
}: Pick<IndexPage, 'asOf' | 'readAt' | 'complete' | 'failure'>): IndexAge {
  return {
    ageMs: asOf === null ? undefined : Math.max(0, readAt - asOf),
    isComplete: complete,
    failure: failure
      ? new Failure('problem', 'GET /v3/consultas', { problem: { Type: `/problems/${failure}` } })
      : undefined,
  };
}

const RETRY_INTERVAL_MS = 10_000;

export function retryDelay(error: Error | null): number | false {
  if (!error || !isRetryable(error)) return false;
  const { retryAfterS = 0 } = error instanceof Failure ? error : {};
  return Math.max(RETRY_INTERVAL_MS, retryAfterS * 1000);
}

export function isFilterRefusal(error: Error | null): boolean {
  return (
    error instanceof Failure &&
    ['desde', 'hasta', 'operador', 'externalid'].some((name) => name in error.errors)
  );
}
