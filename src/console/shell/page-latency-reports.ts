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

/** Pages without a session, and one that only redirects. */
const UNMEASURED = ['signIn', 'secondFactor', 'recover', 'recoveryLink', 'welcome', 'catalogs'] as const;
type MeasuredPage = Exclude<keyof typeof patterns, (typeof UNMEASURED)[number]>;

const measuredRoutes = Object.entries(patterns)
  .filter(([id]) => !UNMEASURED.some((name) => name === id))
  .map(([id, path]) => ({ id, path }));

/** Name of the page at a URL, without the ids in it; undefined: it is not measured. */
export function findLatencyPage(url: string): LatencyPage | undefined {
  const { pathname } = new URL(url, location.href);
  return matchRoutes(measuredRoutes, pathname)?.at(-1)?.route.id as MeasuredPage | undefined;
}

/**
 * Reports Interaction to Next Paint (INP) of each navigation. Browsers without soft navigations would report those of a
 * whole visit as the first page's, so that they report nothing.
 */
export function startPageLatencyReports(): void {
  if (!('PerformanceSoftNavigation' in globalThis)) return;
  const add = createReportBatch((latencies) => {
    const body = { latencies };
    // Figures that are lost are not missed.
    call(pageLatencyEndpoints.reportPageLatencies, { body, isBackground: true, keepalive: true }).catch(
      () => {},
    );
  });
  let lastId = '';
  onINP(
    ({ id, value, navigationURL = '' }) => {
      // decided: a navigation counts once, by its INP up to the first time that the page was hidden.
      if (id === lastId) return;
      lastId = id;
      const page = findLatencyPage(navigationURL);
      if (page) add({ page, ms: Math.min(Math.round(value), MAX_LATENCY_MS) });
    },
    { reportSoftNavs: true },
  );
}

/** Sends what is added after a while, when there is enough of it, and when the page is hidden. */
export function createReportBatch(send: (latencies: Latencies) => void): (latency: Latencies[number]) => void {
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
    if (pending.length === MAX_LATENCIES_PER_REPORT) flush();
  };
}
