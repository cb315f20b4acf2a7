import { useEffect } from 'react';

let pageTitle = '';
let badge = 0;

function writeTitle(): void {
  document.title = badge > 0 ? `(${badge}) ${pageTitle}` : pageTitle;
}

export function badgeTitle(count: number): void {
  badge = count;
  if (pageTitle) writeTitle();
}

export function useTitle(...parts: (string | undefined)[]): void {
  const known = parts.filter(Boolean);
  const title = known.length > 0 ? [...known, 'Vitrina'].join(' – ') : undefined;
  useEffect(() => {
    if (title === undefined) return;
    pageTitle = title;
    writeTitle();
  }, [title]);
}
