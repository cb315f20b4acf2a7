import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

interface Place {
  scrollTop: number;
  /** Of the link that had the focus. */
  href: string | undefined;
}

/**
 * Scroll and focus inside an element, by entry of the history: Back and Forward restore them, another page begins at its
 * top. React Router's own restores the window's scroll alone.
 */
export function useRestoredPlace(ref: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const places = useRef(new Map<string, Place>());
  const lastPathname = useRef(pathname);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const place = isReturn ? places.current.get(key) : undefined;
    if (place) element.scrollTop = place.scrollTop;
    else if (lastPathname.current !== pathname) element.scrollTop = 0;
    lastPathname.current = pathname;
    if (place?.href && document.activeElement === document.body)
      element
        .querySelector<HTMLElement>(`a[href="${CSS.escape(place.href)}"]`)
        ?.focus({ preventScroll: true });
    const save = () => {
      const href = element.querySelector('a:focus')?.getAttribute('href') ?? undefined;
      places.current.set(key, { scrollTop: element.scrollTop, href });
    };
    element.addEventListener('scroll', save);
    element.addEventListener('focusin', save);
    return () => {
      element.removeEventListener('scroll', save);
      element.removeEventListener('focusin', save);
    };
  }, [ref, key, pathname, isReturn]);
}
