import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LATENCY_PAGES, MAX_LATENCIES_PER_REPORT } from '#contract/desk/page-latencies.ts';
import { paths, patterns } from '#console/paths.ts';
import { createReportBatch, findLatencyPage } from './page-latency-reports.ts';

const latency = { page: 'inbox', ms: 8 } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('every measured page is found by its address, and only by its name', () => {
  const found = LATENCY_PAGES.map((page) =>
    findLatencyPage(patterns[page].replaceAll(/:\w+\??/g, 'x@y.example')),
  );
  expect(found).toEqual(LATENCY_PAGES);
});

it.each([
  [paths.inquiries('agencia=a@b.example'), 'inbox'],
  [`http://localhost:4000${paths.inquiry('a@b.example', '01JC')}#x`, 'inbox'],
  [paths.inviteAgency('a@b.example'), 'inviteAgency'],
  [paths.home(), undefined],
  [paths.signIn('/inquiries'), undefined],
  ['/welcome/secret', undefined],
  ['/nothing', undefined],
])('the page at %s is %s', (url, page) => {
  expect(findLatencyPage(url)).toBe(page);
});

it('latencies are sent together: after a while, when there are enough, and when the page is hidden', () => {
  const send = vi.fn();
  const add = createReportBatch(send);
  add(latency);
  add({ ...latency, ms: 9 });
  vi.advanceTimersByTime(59_999);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(send.mock.calls).toEqual([[[latency, { ...latency, ms: 9 }]]]);
  for (let count = 0; count < MAX_LATENCIES_PER_REPORT; count += 1) add(latency);
  expect(send.mock.lastCall?.[0]).toHaveLength(MAX_LATENCIES_PER_REPORT);
  add(latency);
  dispatchEvent(new Event('visibilitychange'));
  expect(send).toHaveBeenCalledTimes(2);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(120_000);
  expect(send).toHaveBeenCalledTimes(3);
  add(latency);
  expect(send).toHaveBeenCalledTimes(4);
});
