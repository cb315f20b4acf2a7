import { useEffect } from 'react';

let pageTitle = '';
let badge = 0;

function write(): void {
  document.title = badge > 0 ? `(${badge}) ${pageTitle}` : pageTitle;
}

/** Shows a count before the page's title; 0: none. */
export function badgeTitle(count: number): void {
  badge = count;
  if (pageTitle) write();
}

/** Sets the title of the browser tab. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Vitrina'].join(' – ');
  useEffect(() => {
    pageTitle = title;
    write();
  }, [title]);
}
