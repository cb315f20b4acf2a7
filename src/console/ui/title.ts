import { useEffect } from 'react';

/** Names the page in the browser's tab. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Vitrina'].join(' – ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
