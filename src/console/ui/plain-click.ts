import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** The link of this origin that a click would open here; none for a click that is the browser's own affair. */
function plainlyClicked(
  event: Pick<
    globalThis.MouseEvent,
    'defaultPrevented' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'target'
  >,
): HTMLAnchorElement | undefined {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link && link.origin === location.origin && !link.download && !link.target ? link : undefined;
}

/**
 * One click handler for a whole list of plain links: a click that would open the link here navigates in place, any
 * other (middle button, with a modifier, by the menu) is the browser's. Enter on a link arrives here as a click too.
 */
export function usePlainClick(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = plainlyClicked(event);
    if (!link) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}
