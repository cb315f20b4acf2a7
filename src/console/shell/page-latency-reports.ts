import { matchRoutes } from 'react-router';
import { onINP } from 'web-vitals/onINP.js';
import {
  type LatencyPage,
  MAX_LATENCIES_PER_REPORT,
  MAX_LATENCY_MS,
  type PageLatencyReport,
  pageLatencyEndpoints,
} from '#contract/desk/page-latencies.ts';
import { call } from '#console/api/call.ts';
import { patterns } from '#console/paths.ts';

type Latencies = PageLatencyReport['latencies'];

const REPORT_INTERVAL_MS = 60_000;

const UNMEASURED = [
  'signIn',
  'secondFactor',
  'openIdCallback',
  'recover',
  'recoveryLink',
  'welcome',
  'catalogs',
] as const;
type MeasuredPage = Exclude<keyof typeof patterns, (typeof UNMEASURED)[number]>;

const measuredRoutes = Object.entries(patterns)
  .filter(([id]) => !UNMEASURED.some((name) => name === id))
  .map(([id, path]) => ({ id, path }));

export function findLatencyPage(url: string): LatencyPage | undefined {
  const { pathname } = new URL(url, location.href);
  return matchRoutes(measuredRoutes, pathname)?.at(-1)?.route.id as MeasuredPage | undefined;
}

/** Does nothing in browsers without soft navigations, which would count a whole visit for its first page. */
export function startPageLatencyReports(): void {
  if (!('PerformanceSoftNavigation' in globalThis)) return;
  const add = createReportBatch((latencies) => {
    const body = { latencies };
    call(pageLatencyEndpoints.reportPageLatencies, { body, isBackground: true, keepalive: true }).catch(
      () => {},
    );
  });
  let lastId = '';
  onINP(
    ({ id, value, navigationURL = '' }) => {
      // decided: a navigation is counted once, with its INP when the page is hidden for the first time.
      if (id === lastId) return;
      lastId = id;
      const page = findLatencyPage(navigationURL);
      if (page) add({ page, ms: Math.min(Math.round(value), MAX_LATENCY_MS) });
    },
    { reportSoftNavs: true },
  );
}

export function createReportBatch(
  send: (latencies: Latencies) => void,
): (latency: Latencies[number]) => void {
  let pending: Latencies = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.length > 0) send(pending);
    pending = [];
  };
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  return (latency) => {
    pending.push(latency);
    timer ??= setTimeout(flush, REPORT_INTERVAL_MS);
    // The last navigation of a page is reported after it was hidden.
    if (pending.length === MAX_LATENCIES_PER_REPORT || document.visibilityState === 'hidden') flush();
  };
}
