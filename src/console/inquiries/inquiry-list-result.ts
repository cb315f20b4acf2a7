import type { Hours } from '#contract/hours.ts';
import { Failure, isRetryable } from '#console/api/failure.ts';
import type { IndexPage, ServicePage, Row } from './inquiry-queries.ts';

export interface InquiryListResult {
  rows: readonly Row[] | undefined;
  /** Rows of the whole list; undefined: the service does not say. */
  total: number | undefined;
  /** The service's page; undefined in a list of the index. */
  page: ServicePage | undefined;
  /** Opening hours by lower-case AdminMail. */
  hours: Readonly<Record<string, Hours>>;
  isPlaceholder: boolean;
  isFetching: boolean;
  error: Error | null;
  followUpError: Error | null;
  /** When it was read by this browser's clock, ms; 0: not yet. */
  readAt: number;
  /** From when on inquiries count as new, by the gateway's clock, ms. */
  newSince: number | undefined;
  /** Upper-case sids on other cached pages of the list: they are not new. */
  sidsOnOtherPages: ReadonlySet<string>;
  /** Undefined for the service's own list. */
  index: IndexAge | undefined;
  loadMore: (() => void) | undefined;
  refresh: () => void;
}

interface IndexAge {
  /** Undefined: some agency was never read. */
  ageMs: number | undefined;
  isComplete: boolean;
  /** Why the gateway cannot read the service now. */
  failure: Failure | undefined;
}

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

/** `refetchInterval` of a read that failed, ms; false: it is not repeated. */
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
