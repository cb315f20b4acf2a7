import { type MouseEvent, useEffect, useRef } from 'react';
import { NavigationType, matchPath, useLocation, useNavigationType } from 'react-router';
import { patterns } from '#console/paths.ts';

const TIME_LIMIT_MS = 2000;
const INPUT_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Refocuses the link that led away: `ScrollRestoration` fails where lists render in slices. The inbox has its own. */
export function useLinkRestoration(): (event: MouseEvent) => void {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastLinks = useRef(new Map<string, { href: string; top: number }>());

  useEffect(() => {
    const last = lastLinks.current.get(key);
    if (!last || navigationType !== NavigationType.Pop || matchPath(patterns.inbox, pathname))
      return undefined;
    const selector = `main a[href="${CSS.escape(last.href)}"]`;
    const end = performance.now() + TIME_LIMIT_MS;
    let frame = 0;
    const restore = () => {
      const link = document.querySelector<HTMLElement>(selector);
      const distance = link ? link.getBoundingClientRect().top - last.top : Infinity;
      const isInPlace = document.activeElement === link && Math.abs(distance) < 1;
      link?.focus({ preventScroll: true });
      if (link && !isInPlace) scrollBy(0, distance);
      // One frame more passes, since rows that come into view change the heights above.
      if (performance.now() < end && !(isInPlace && wasInPlace)) frame = requestAnimationFrame(restore);
      wasInPlace = isInPlace;
    };
    let wasInPlace = false;
    const stop = () => cancelAnimationFrame(frame);
    restore();
    for (const type of INPUT_EVENTS) addEventListener(type, stop);
    return () => {
      stop();
      for (const type of INPUT_EVENTS) removeEventListener(type, stop);
    };
  }, [key, navigationType, pathname]);

  return ({ target }) => {
    const link = target instanceof Element && target.closest('a');
    const href = link && link.getAttribute('href');
    if (href) lastLinks.current.set(key, { href, top: link.getBoundingClientRect().top });
  };
}
