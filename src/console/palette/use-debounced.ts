import { useEffect, useState } from 'react';

export function useDebounced(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timeout = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timeout);
  }, [text, delayMs]);
  return debounced;
}
