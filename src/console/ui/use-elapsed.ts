import { useEffect, useState } from 'react';

export function useElapsed(isRunning = true, ms = 2000): boolean {
  const [elapsed, setElapsed] = useState(false);
  if (!isRunning && elapsed) setElapsed(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [isRunning, ms]);
  return elapsed;
}
