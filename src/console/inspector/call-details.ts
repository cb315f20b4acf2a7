import { type UpstreamTimings, parseUpstreamTimings } from '#contract/upstream-timing.ts';
import { NAVIGATION_START, type RecordedCall } from '#console/api/recorded-calls.ts';
import { maskSearchWords } from './curl.ts';

const SLOW_MS = 1000;

const VALIDATED_TRANSFER_SIZE = 300;

const SECRET_HEADER = /cookie|authori[sz]ation|token|secret|sign|hmac|nonce|csrf|xsrf|api-?key|^x-vitrina/i;
const OWN_ROWS = new Set(['content-type', 'server-timing', 'x-request-id']);

export type CallFilter = 'all' | 'failed' | 'slow';

export type Timing = Pick<
  PerformanceResourceTiming,
  'name' | 'startTime' | 'duration' | 'transferSize' | 'encodedBodySize' | 'decodedBodySize'
>;

export interface CallSize {
  transferred: number;
  decoded: number;
  source: 'network' | 'validated' | 'cache';
}

export interface CallDetails {
  call: RecordedCall;
  url: string;
  ms: number;
  size: CallSize | undefined;
  requestId: string | undefined;
  mediaType: string | undefined;
  upstream: UpstreamTimings | undefined;
  headers: [name: string, value: string][];
}

export function describeCall(call: RecordedCall, timings: readonly Timing[], origin: string): CallDetails {
  const { headers, startedAt } = call;
  const name = new URL(call.url, origin).href;
  const timing = timings.find((entry) => entry.name === name && entry.startTime >= startedAt - 1);
  return {
    call,
    url: maskSearchWords(call.url),
    ms: startedAt === NAVIGATION_START && timing ? timing.duration : call.ms,
    size: timing && describeSize(timing),
    requestId: headers?.get('x-request-id') ?? undefined,
    mediaType: headers?.get('content-type') ?? undefined,
    upstream: parseUpstreamTimings(headers?.get('server-timing') ?? ''),
    headers: [...(headers ?? [])].filter(([header]) => !SECRET_HEADER.test(header) && !OWN_ROWS.has(header)),
  };
}

function describeSize({ transferSize, encodedBodySize, decodedBodySize }: Timing): CallSize {
  const isValidated = transferSize === VALIDATED_TRANSFER_SIZE && encodedBodySize > 0;
  const source = isValidated ? 'validated' : transferSize === 0 && decodedBodySize > 0 ? 'cache' : 'network';
  return { transferred: transferSize, decoded: decodedBodySize, source };
}

export const isFailed = ({ status, isAborted }: RecordedCall): boolean =>
  status >= 400 || (status === 0 && !isAborted);

export const isSlow = ({ ms }: Pick<CallDetails, 'ms'>): boolean => ms >= SLOW_MS;

export function filterCalls(
  calls: readonly CallDetails[],
  { filter, text }: { filter: CallFilter; text: string },
): CallDetails[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((details) => {
    const { call, url, requestId = '' } = details;
    const searched = `${call.method} ${call.status} ${url} ${requestId}`.toLowerCase();
    const isChosen = filter === 'all' || (filter === 'failed' ? isFailed(call) : isSlow(details));
    return isChosen && words.every((word) => searched.includes(word));
  });
}
