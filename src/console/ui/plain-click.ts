import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/**
 * One click handler for a whole list of plain links: a click that would open the link here navigates in place, any
 * other (middle button, with a modifier, by the menu) is the browser's. Enter on a link arrives here as a click too.
 */
export function usePlainClick(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}
