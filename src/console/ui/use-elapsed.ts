import { useEffect, useState } from 'react';

/** What takes longer than this is spoken of, ms. */
const SLOW_MS = 2000;

/** Whether something has been going on for so long that it must be said. */
export function useElapsed(isRunning = true): boolean {
  const [elapsed, setElapsed] = useState(false);
  if (!isRunning && elapsed) setElapsed(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setElapsed(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return elapsed;
}
