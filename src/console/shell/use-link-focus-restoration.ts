import { type MouseEvent, useEffect, useRef } from 'react';
import { NavigationType, matchPath, useLocation, useNavigationType } from 'react-router';
import { patterns } from '#console/paths.ts';

/**
 * Focuses the link again by which a page was left when Back or Forward returns to the page. The inbox restores its
 * focus itself.
 * @returns the click listener of the element around the pages
 */
export function useLinkFocusRestoration(): (event: MouseEvent) => void {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastLinks = useRef(new Map<string, string>());

  useEffect(() => {
    if (navigationType !== NavigationType.Pop || matchPath(patterns.inbox, pathname)) return;
    const href = lastLinks.current.get(key);
    if (href === undefined) return;
    const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
    link?.focus({ preventScroll: true });
  }, [key, navigationType, pathname]);

  return ({ target }) => {
    const href = target instanceof Element && target.closest('a')?.getAttribute('href');
    if (href) lastLinks.current.set(key, href);
  };
}
