import { useEffect, useState } from 'react';
import type { Timing } from './call-details.ts';

const MAX_TIMINGS = 500;

export function useResourceTimings(): readonly Timing[] {
  const [timings, setTimings] = useState<readonly Timing[]>([]);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const entries = list.getEntries() as PerformanceResourceTiming[];
      const calls = entries.filter(({ initiatorType }) => initiatorType === 'fetch');
      if (calls.length > 0) setTimings((known) => [...known, ...calls].slice(-MAX_TIMINGS));
    });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }, []);
  return timings;
}
