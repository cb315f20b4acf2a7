import { type MouseEvent, useEffect, useRef } from 'react';
import { NavigationType, matchPath, useLocation, useNavigationType } from 'react-router';
import { patterns } from '#console/paths.ts';

const TIME_LIMIT_MS = 1000;

/**
 * When Back or Forward returns to a page that was left by a link, focuses that link again, at the same scroll position
 * as soon as the page is long enough: `ScrollRestoration` tries only once. The inbox restores both itself.
 * @returns the click listener of the element around the pages
 */
export function useLinkRestoration(): (event: MouseEvent) => void {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastLinks = useRef(new Map<string, { href: string; scrollTop: number }>());

  useEffect(() => {
    const last = lastLinks.current.get(key);
    if (!last || navigationType !== NavigationType.Pop || matchPath(patterns.inbox, pathname))
      return undefined;
    const selector = `main a[href="${CSS.escape(last.href)}"]`;
    const restore = () => {
      const link = document.querySelector<HTMLElement>(selector);
      link?.focus({ preventScroll: true });
      scrollTo(0, last.scrollTop);
      if (link && Math.abs(scrollY - last.scrollTop) < 1) observer.disconnect();
    };
    // Long lists render in slices.
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true });
    restore();
    const timer = setTimeout(() => observer.disconnect(), TIME_LIMIT_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [key, navigationType, pathname]);

  return ({ target }) => {
    const href = target instanceof Element && target.closest('a')?.getAttribute('href');
    if (href) lastLinks.current.set(key, { href, scrollTop: scrollY });
  };
}
