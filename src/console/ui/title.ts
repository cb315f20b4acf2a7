import { useEffect } from 'react';

let named = '';
let badge = 0;

function write(): void {
  document.title = badge > 0 ? `(${badge}) ${named}` : named;
}

/** Puts a number before the page's name, as long as it is not 0. */
export function badgeTitle(count: number): void {
  badge = count;
  // Until the page has a name, the browser's tab has that of the program.
  if (named) write();
}

/** Names the page in the browser's tab. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Vitrina'].join(' – ');
  useEffect(() => {
    named = title;
    write();
  }, [title]);
}
